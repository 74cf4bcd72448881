package io.github.partnerline;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An answer that is not a success. */
public sealed class ApiException extends PartnerlineException {
  private final int status;
  private final byte[] body;
  private final transient Problem problem;
  private final String requestId;
  private final Duration retryAfter;

  private ApiException(Refusal refusal) {
    super(refusal.message(), null);
    status = refusal.status;
    body = refusal.body;
    problem = refusal.problem;
    requestId = refusal.requestId;
    retryAfter = refusal.retryAfter;
  }

  /** Returns the status of HTTP. */
  public int status() {
    return status;
  }

  /** Returns why the call was refused; empty when the answer is not from the API, but from a proxy for example. */
  public Optional<Code> code() {
    return Optional.ofNullable(problem.code);
  }

  /** Returns what the code means in general. */
  public String title() {
    return problem.title == null ? "" : problem.title;
  }

  /** Returns what is wrong with this call. */
  public String detail() {
    return problem.detail == null ? "" : problem.detail;
  }

  /** Returns the fields that were refused. */
  public List<FieldError> fields() {
    return problem.errors == null ? List.of() : List.copyOf(problem.errors);
  }

  /** Returns the id to quote to support. */
  public Optional<String> requestId() {
    return Optional.ofNullable(requestId);
  }

  /** Returns when the same call may succeed, where the answer says so. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Returns the answer: problems may have further members. */
  public byte[] body() {
    return body.clone();
  }

  /** Reports whether the same call may succeed later. All calls may be repeated: see {@link Transport}. */
  boolean retryable() {
    return status == 429 || status == 502 || status == 503 || status == 504 || Code.IDEMPOTENCY_IN_PROGRESS.equals(problem.code);
  }

  /** 400: the request has a fault; see {@link #fields}. */
  public static final class BadRequest extends ApiException {
    private BadRequest(Refusal r) {
      super(r);
    }
  }

  /** 401: the key is missing, unknown, revoked or expired. */
  public static final class Unauthenticated extends ApiException {
    private Unauthenticated(Refusal r) {
      super(r);
    }
  }

  /** 403: the key lacks a scope, or the merchant has not delegated. */
  public static final class PermissionDenied extends ApiException {
    private PermissionDenied(Refusal r) {
      super(r);
    }
  }

  /** 404: there is no such thing, or it is another's. */
  public static final class NotFound extends ApiException {
    private NotFound(Refusal r) {
      super(r);
    }
  }

  /** 409: the state forbids it. */
  public static final class Conflict extends ApiException {
    private Conflict(Refusal r) {
      super(r);
    }
  }

  /** 412: the resource has changed since it was read. */
  public static final class PreconditionFailed extends ApiException {
    private PreconditionFailed(Refusal r) {
      super(r);
    }
  }

  /** 422: the request is well formed and cannot be carried out. */
  public static final class Unprocessable extends ApiException {
    private Unprocessable(Refusal r) {
      super(r);
    }
  }

  /** 429: too many requests; see {@link #retryAfter}. */
  public static final class RateLimited extends ApiException {
    private RateLimited(Refusal r) {
      super(r);
    }
  }

  /** 5xx: the failure is not the caller's. */
  public static final class Server extends ApiException {
    private Server(Refusal r) {
      super(r);
    }
  }

  /** Another status. */
  public static final class Other extends ApiException {
    private Other(Refusal r) {
      super(r);
    }
  }

  static ApiException of(int status, byte[] body, String requestId, Duration retryAfter) {
    Refusal r = new Refusal(status, body, Problem.of(body), requestId, retryAfter);
    return switch (status) {
      case 400 -> new BadRequest(r);
      case 401 -> new Unauthenticated(r);
      case 403 -> new PermissionDenied(r);
      case 404 -> new NotFound(r);
      case 409 -> new Conflict(r);
      case 412 -> new PreconditionFailed(r);
      case 422 -> new Unprocessable(r);
      case 429 -> new RateLimited(r);
      default -> status >= 500 ? new Server(r) : new Other(r);
    };
  }

  private record Refusal(int status, byte[] body, Problem problem, String requestId, Duration retryAfter) {
    Refusal {
      requestId = problem.requestId == null ? requestId : problem.requestId;
    }

    String message() {
      StringBuilder text = new StringBuilder().append(status);
      if (problem.code != null) {
        text.append(' ').append(problem.code.value());
      }
      if (problem.detail != null) {
        text.append(": ").append(problem.detail);
      }
      if (problem.errors != null) {
        problem.errors.forEach(e -> text.append("; ").append(e.field()).append(": ").append(e.message()));
      }
      if (requestId != null) {
        text.append(" (request ").append(requestId).append(')');
      }
      return text.toString();
    }
  }

  /** A problem document. */
  private record Problem(
      Code code, String title, String detail, @JsonProperty("request_id") String requestId, List<FieldError> errors) {
    static Problem of(byte[] body) {
      try {
        Problem p = Json.MAPPER.readValue(body, Problem.class);
        if (p != null && p.code != null) {
          return p;
        }
      } catch (java.io.IOException e) {
        // It is of a proxy, say.
      }
      return new Problem(null, null, "the answer is not a problem document", null, null);
    }
  }
}
