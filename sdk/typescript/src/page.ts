/** One page of a list. */
export interface Page<T> {
  data: T[]
  /** What the next page is asked for by; empty on the last one. */
  next_page_token: string
}

/** The entries of all pages: `for await (const entry of list)`. Nothing is sent before it is iterated. */
export interface List<T> extends AsyncIterable<T> {
  /** All entries. */
  toArray(): Promise<T[]>
}

export function list<T>(page: (token: string) => Promise<Page<T>>): List<T> {
  async function* entries(): AsyncGenerator<T, void, undefined> {
    let token = ''
    do {
      const p = await page(token)
      yield* p.data
      token = p.next_page_token
    } while (token !== '')
  }
  return {
    [Symbol.asyncIterator]: entries,
    async toArray() {
      const out: T[] = []
      for await (const entry of entries()) out.push(entry)
      return out
    },
  }
}
