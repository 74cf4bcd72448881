package io.github.partnerline;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A list that is read page after page, as it is iterated. Each iteration reads it anew. */
public final class Pages<T> implements Iterable<T> {
  private final Function<String, Page<T>> read;

  Pages(Function<String, Page<T>> read) {
    this.read = read;
  }

  @Override
  public Iterator<T> iterator() {
    return new Iterator<>() {
      private Page<T> page;
      private Iterator<T> entries;

      @Override
      public boolean hasNext() {
        while (page == null || (!entries.hasNext() && !page.nextPageToken().isEmpty())) {
          page = read.apply(page == null ? "" : page.nextPageToken());
          entries = page.data().iterator();
        }
        return entries.hasNext();
      }

      @Override
      public T next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return entries.next();
      }
    };
  }

  /** Returns the entries of all pages. */
  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }
}
