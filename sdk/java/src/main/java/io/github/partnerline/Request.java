package io.github.partnerline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One call of an operation. */
record Request(Api api, String method, String path, List<String> args, Map<String, Object> query, Map<String, Object> body, boolean upload, boolean keyed, boolean unwrap) {
  static Request of(Api api, String method, String path, String... args) {
    return new Request(api, method, path, List.of(args), Map.of(), null, false, false, false);
  }

  Request query(Input params) {
    return new Request(api, method, path, args, params.members(), body, upload, keyed, unwrap);
  }

  Request body(Input params) {
    return new Request(api, method, path, args, query, params.members(), upload, keyed, unwrap);
  }

  /** A form, whose part {@code file} is that of the body. */
  Request asUpload() {
    return new Request(api, method, path, args, query, body, true, keyed, unwrap);
  }

  /** Takes an Idempotency-Key. */
  Request withKey() {
    return new Request(api, method, path, args, query, body, upload, true, unwrap);
  }

  /** The result is the member {@code data} of the answer. */
  Request unwrapped() {
    return new Request(api, method, path, args, query, body, upload, keyed, true);
  }

  /** The call for the page after. */
  Request page(String parameter, String token) {
    if (token.isEmpty()) {
      return this;
    }
    Map<String, Object> next = new LinkedHashMap<>(query);
    next.put(parameter, token);
    return new Request(api, method, path, args, next, body, upload, keyed, unwrap);
  }
}
