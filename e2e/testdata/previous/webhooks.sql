--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)


--
-- Name: make_day(date); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.make_day(day date) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    parent text;
    child  text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['events', 'deliveries', 'attempts'] LOOP
        child := parent || '_' || to_char(day, 'YYYYMMDD');
        IF to_regclass(child) IS NULL THEN
            EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                           child, parent, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
        END IF;
    END LOOP;
END $$;




--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT api_keys_hash_check CHECK ((length(hash) = 32))
);


--
-- Name: attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
)
PARTITION BY RANGE (event_at);


--
-- Name: attempts_20261121; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261121 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261122; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261122 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261123; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261123 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261124; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261124 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261125; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261125 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261126; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261126 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261127; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261127 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261128; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261128 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: attempts_20261129; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attempts_20261129 (
    event_at timestamp with time zone NOT NULL,
    delivery_id text NOT NULL,
    run integer NOT NULL,
    number integer NOT NULL,
    error text,
    response_status integer,
    response_headers jsonb NOT NULL,
    response_body bytea NOT NULL,
    response_truncated boolean NOT NULL,
    remote_address text NOT NULL,
    dns_us bigint NOT NULL,
    connect_us bigint NOT NULL,
    tls_us bigint NOT NULL,
    first_byte_us bigint NOT NULL,
    total_us bigint NOT NULL,
    retry_after text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);


--
-- Name: cancellations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.cancellations (
    endpoint_id uuid NOT NULL,
    activation integer NOT NULL
);


--
-- Name: deliveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
)
PARTITION BY RANGE (event_at);


--
-- Name: deliveries_20261121; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261121 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261122; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261122 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261123; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261123 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261124; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261124 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261125; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261125 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261126; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261126 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261127; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261127 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261128; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261128 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: deliveries_20261129; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries_20261129 (
    event_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    event_type text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    reason text,
    run integer NOT NULL,
    activation integer NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    overdue_at timestamp with time zone,
    CONSTRAINT deliveries_end CHECK ((((status = 'pending'::text) = (completed_at IS NULL)) AND ((status = 'pending'::text) = (overdue_at IS NOT NULL)))),
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: endpoint_hours; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.endpoint_hours (
    endpoint_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    delivered bigint NOT NULL,
    failed bigint NOT NULL
);


--
-- Name: endpoint_secrets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.endpoint_secrets (
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone
);


--
-- Name: endpoints; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.endpoints (
    id uuid NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    description text,
    is_active boolean NOT NULL,
    failure_count integer DEFAULT 0 NOT NULL,
    last_triggered_at timestamp with time zone,
    last_success_at timestamp with time zone,
    last_failure_at timestamp with time zone,
    last_status integer,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    secret_rotated_at timestamp with time zone,
    activation integer NOT NULL,
    version bigint NOT NULL,
    recovery_window_s integer,
    failing_since timestamp with time zone,
    missed_since timestamp with time zone,
    failed_attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT endpoints_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 500))),
    CONSTRAINT endpoints_disabled_is_inactive CHECK (((disabled_at IS NULL) OR (NOT is_active))),
    CONSTRAINT endpoints_events_check CHECK (((cardinality(events) >= 1) AND (cardinality(events) <= 64))),
    CONSTRAINT endpoints_failure_count_check CHECK ((failure_count >= 0)),
    CONSTRAINT endpoints_recovery_window_s_check CHECK ((recovery_window_s > 0)),
    CONSTRAINT endpoints_url_check CHECK ((length(url) <= 2048))
);


--
-- Name: event_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.event_keys (
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    event_id text NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
)
PARTITION BY RANGE (created_at);


--
-- Name: events_20261121; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261121 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261122; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261122 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261123; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261123 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261124; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261124 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261125; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261125 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261126; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261126 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261127; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261127 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261128; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261128 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_20261129; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_20261129 (
    created_at timestamp with time zone NOT NULL,
    id text NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    type text NOT NULL,
    endpoint_id uuid,
    traceparent text NOT NULL,
    body bytea NOT NULL
);


--
-- Name: goose_db_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.goose_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);


--
-- Name: goose_db_version_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.goose_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.goose_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: idempotency_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_keys (
    id bytea NOT NULL,
    fingerprint bytea NOT NULL,
    claim uuid NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    kept_until timestamp with time zone NOT NULL,
    answer bytea,
    CONSTRAINT idempotency_keys_id_check CHECK ((length(id) = 32))
);


--
-- Name: notices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notices (
    id bigint NOT NULL,
    kind text NOT NULL,
    endpoint_id uuid NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    failure_count integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    xact xid8 DEFAULT pg_current_xact_id() NOT NULL,
    actor text,
    reason text
);


--
-- Name: notices_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.notices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.notices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outbox (
    seq bigint NOT NULL,
    event_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    relayed_at timestamp with time zone,
    stream_seq bigint
);


--
-- Name: outbox_seq_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.outbox ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: recoveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.recoveries (
    id text NOT NULL,
    endpoint_id uuid NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    statuses text[] NOT NULL,
    matched bigint,
    requeued bigint DEFAULT 0 NOT NULL,
    cursor_at timestamp with time zone NOT NULL,
    cursor_id text DEFAULT ''::text NOT NULL,
    stepped_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    automatic boolean DEFAULT false NOT NULL,
    since_clamped boolean DEFAULT false NOT NULL,
    CONSTRAINT recoveries_end CHECK (((status = 'running'::text) = (finished_at IS NULL))),
    CONSTRAINT recoveries_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'cancelled'::text])))
);


--
-- Name: schema_support; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_support (
    oldest_program bigint NOT NULL,
    only_row boolean DEFAULT true NOT NULL,
    CONSTRAINT schema_support_only_row_check CHECK (only_row)
);


--
-- Name: tenants; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tenants (
    id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT tenants_id_check CHECK ((id ~ '^ten_[0-9a-z]{1,60}$'::text))
);


--
-- Name: verifications; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.verifications (
    id uuid NOT NULL,
    tenant_id text NOT NULL,
    livemode boolean NOT NULL,
    status text NOT NULL,
    kind text NOT NULL,
    subject_type text NOT NULL,
    external_ref text,
    merchant_ref text,
    attempt integer NOT NULL,
    sequence integer NOT NULL,
    checks jsonb NOT NULL,
    outcome text,
    reason_codes text[] NOT NULL,
    metadata jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone
);


--
-- Name: attempts_20261121; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261121 FOR VALUES FROM ('2026-11-21 00:00:00+00') TO ('2026-11-22 00:00:00+00');


--
-- Name: attempts_20261122; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261122 FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00');


--
-- Name: attempts_20261123; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');


--
-- Name: attempts_20261124; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261124 FOR VALUES FROM ('2026-11-24 00:00:00+00') TO ('2026-11-25 00:00:00+00');


--
-- Name: attempts_20261125; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');


--
-- Name: attempts_20261126; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261126 FOR VALUES FROM ('2026-11-26 00:00:00+00') TO ('2026-11-27 00:00:00+00');


--
-- Name: attempts_20261127; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261127 FOR VALUES FROM ('2026-11-27 00:00:00+00') TO ('2026-11-28 00:00:00+00');


--
-- Name: attempts_20261128; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261128 FOR VALUES FROM ('2026-11-28 00:00:00+00') TO ('2026-11-29 00:00:00+00');


--
-- Name: attempts_20261129; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_20261129 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-30 00:00:00+00');


--
-- Name: deliveries_20261121; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261121 FOR VALUES FROM ('2026-11-21 00:00:00+00') TO ('2026-11-22 00:00:00+00');


--
-- Name: deliveries_20261122; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261122 FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00');


--
-- Name: deliveries_20261123; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');


--
-- Name: deliveries_20261124; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261124 FOR VALUES FROM ('2026-11-24 00:00:00+00') TO ('2026-11-25 00:00:00+00');


--
-- Name: deliveries_20261125; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');


--
-- Name: deliveries_20261126; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261126 FOR VALUES FROM ('2026-11-26 00:00:00+00') TO ('2026-11-27 00:00:00+00');


--
-- Name: deliveries_20261127; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261127 FOR VALUES FROM ('2026-11-27 00:00:00+00') TO ('2026-11-28 00:00:00+00');


--
-- Name: deliveries_20261128; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261128 FOR VALUES FROM ('2026-11-28 00:00:00+00') TO ('2026-11-29 00:00:00+00');


--
-- Name: deliveries_20261129; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_20261129 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-30 00:00:00+00');


--
-- Name: events_20261121; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261121 FOR VALUES FROM ('2026-11-21 00:00:00+00') TO ('2026-11-22 00:00:00+00');


--
-- Name: events_20261122; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261122 FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00');


--
-- Name: events_20261123; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');


--
-- Name: events_20261124; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261124 FOR VALUES FROM ('2026-11-24 00:00:00+00') TO ('2026-11-25 00:00:00+00');


--
-- Name: events_20261125; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');


--
-- Name: events_20261126; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261126 FOR VALUES FROM ('2026-11-26 00:00:00+00') TO ('2026-11-27 00:00:00+00');


--
-- Name: events_20261127; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261127 FOR VALUES FROM ('2026-11-27 00:00:00+00') TO ('2026-11-28 00:00:00+00');


--
-- Name: events_20261128; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261128 FOR VALUES FROM ('2026-11-28 00:00:00+00') TO ('2026-11-29 00:00:00+00');


--
-- Name: events_20261129; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_20261129 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-30 00:00:00+00');


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_keys VALUES
	('key_06h05a422stkfeymsk27gczftm', 'ten_other', false, '\xa78bdf53089426a952de02ac7e2bec5df1872b7999cb3b6c0e799f44fbf34e40', 'vk_test_3jmg4w', '2026-11-22 09:48:47.510337+00', NULL, NULL, NULL),
	('key_06h05a4235rwq3z305259jwp6c', 'ten_demo', true, '\x6334e15e681f74a64b247d9d90d9455aed5d735daf22a05e4b400beabe891824', 'vk_live_6mqxst', '2026-11-22 09:48:47.513109+00', NULL, NULL, NULL),
	('key_06h05a422dyth6x311bk3cx7qm', 'ten_demo', false, '\x6e54c38da2f2997b6b9875450964b91c77cfa7203b910b0b8aa64d9cb2b2a18f', 'vk_test_5wfmp5', '2026-11-22 09:48:47.507843+00', NULL, NULL, '2026-11-22 09:48:47.71457+00');


--
-- Data for Name: attempts_20261121; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: attempts_20261122; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.attempts_20261122 VALUES
	('2026-11-22 09:48:47.854+00', 'dlv_06h05a43dv0nda6w6666sz82ng', 1, 1, NULL, 200, '{"Date": "Sun, 22 Nov 2026 09:48:47 GMT", "Content-Length": "0"}', '\x', false, '127.0.0.1:39859', 0, 3694, 0, 609, 4621, NULL, '2026-11-22 09:48:47.885757+00', '2026-11-22 09:48:47.890378+00');


--
-- Data for Name: attempts_20261123; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: attempts_20261124; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: attempts_20261125; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: attempts_20261126; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: attempts_20261127; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: attempts_20261128; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: attempts_20261129; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: cancellations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.cancellations VALUES
	('01a202a8-82e4-7e78-a539-8cc368c5445e', 1);


--
-- Data for Name: deliveries_20261121; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: deliveries_20261122; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.deliveries_20261122 VALUES
	('2026-11-22 09:48:47.854+00', 'dlv_06h05a43dv0nda6w6666sz82ng', '01a202a8-82e4-7e78-a539-8cc368c5445e', 'evt_06h05a43dsvgk78869efkshtrg', 'verification.completed', 'ten_demo', false, 'delivered', NULL, 1, 1, 1, NULL, '2026-11-22 09:48:47.863464+00', '2026-11-22 09:48:48.00402+00', '2026-11-22 09:48:47.890378+00', NULL);


--
-- Data for Name: deliveries_20261123; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: deliveries_20261124; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: deliveries_20261125; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: deliveries_20261126; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: deliveries_20261127; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: deliveries_20261128; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: deliveries_20261129; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: endpoint_hours; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: endpoint_secrets; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: endpoints; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: event_keys; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261121; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261122; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events_20261122 VALUES
	('2026-11-22 09:48:47.785+00', 'evt_06h05a4355s0n0yv52qe43n6cm', 'ten_demo', false, 'verification.created', NULL, '', '\x7b226964223a226576745f3036683035613433353573306e3079763532716534336e36636d222c2274797065223a22766572696669636174696f6e2e63726561746564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3738355a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b22766572696669636174696f6e5f73657373696f6e5f6964223a2264666265343765302d643632652d343732612d393963302d613763383265303132333764222c22737461747573223a2270656e64696e67222c2270726576696f75735f737461747573223a6e756c6c2c226b696e64223a226964656e74697479222c22617474656d7074223a312c2273657175656e6365223a312c22726561736f6e5f636f646573223a5b5d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3738355a227d7d'),
	('2026-11-22 09:48:47.84+00', 'evt_06h05a43c1skvf64vbhejx8cgr', 'ten_demo', false, 'verification.started', NULL, '', '\x7b226964223a226576745f30366830356134336331736b76663634766268656a7838636772222c2274797065223a22766572696669636174696f6e2e73746172746564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3834305a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b22766572696669636174696f6e5f73657373696f6e5f6964223a2264666265343765302d643632652d343732612d393963302d613763383265303132333764222c22737461747573223a22696e5f70726f6772657373222c2270726576696f75735f737461747573223a2270656e64696e67222c226b696e64223a226964656e74697479222c22617474656d7074223a312c2273657175656e6365223a322c22726561736f6e5f636f646573223a5b5d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3834305a227d7d'),
	('2026-11-22 09:48:47.847+00', 'evt_06h05a43cxy0xbx1keqvcmdevm', 'ten_demo', false, 'verification.processing', NULL, '', '\x7b226964223a226576745f303668303561343363787930786278316b657176636d6465766d222c2274797065223a22766572696669636174696f6e2e70726f63657373696e67222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3834375a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b22766572696669636174696f6e5f73657373696f6e5f6964223a2264666265343765302d643632652d343732612d393963302d613763383265303132333764222c22737461747573223a2270726f63657373696e67222c2270726576696f75735f737461747573223a22696e5f70726f6772657373222c226b696e64223a226964656e74697479222c22617474656d7074223a312c2273657175656e6365223a332c22726561736f6e5f636f646573223a5b5d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3834375a227d7d'),
	('2026-11-22 09:48:47.854+00', 'evt_06h05a43dsvgk78869efkshtrg', 'ten_demo', false, 'verification.completed', NULL, '', '\x7b226964223a226576745f3036683035613433647376676b373838363965666b7368747267222c2274797065223a22766572696669636174696f6e2e636f6d706c65746564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3835345a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b22766572696669636174696f6e5f73657373696f6e5f6964223a2264666265343765302d643632652d343732612d393963302d613763383265303132333764222c22737461747573223a22636f6d706c65746564222c2270726576696f75735f737461747573223a2270726f63657373696e67222c226b696e64223a226964656e74697479222c22617474656d7074223a312c2273657175656e6365223a342c22726561736f6e5f636f646573223a5b5d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3835345a227d7d');


--
-- Data for Name: events_20261123; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261124; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261125; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261126; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261127; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261128; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: events_20261129; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: goose_db_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.goose_db_version VALUES
	(1, 0, true, '2026-11-22 09:48:46.500424'),
	(2, 1, true, '2026-11-22 09:48:46.531025'),
	(3, 2, true, '2026-11-22 09:48:47.248881'),
	(4, 3, true, '2026-11-22 09:48:47.266759'),
	(5, 4, true, '2026-11-22 09:48:47.281766'),
	(6, 5, true, '2026-11-22 09:48:47.395355'),
	(7, 6, true, '2026-11-22 09:48:47.399064'),
	(8, 7, true, '2026-11-22 09:48:47.420523'),
	(9, 8, true, '2026-11-22 09:48:47.420695'),
	(10, 9, true, '2026-11-22 09:48:47.421775'),
	(11, 10, true, '2026-11-22 09:48:47.427244'),
	(12, 11, true, '2026-11-22 09:48:47.430537');


--
-- Data for Name: idempotency_keys; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: notices; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: outbox; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: recoveries; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: schema_support; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_support VALUES
	(1, true);


--
-- Data for Name: tenants; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tenants VALUES
	('ten_demo', 'Demo tenant', '2026-11-22 09:48:47.49747+00'),
	('ten_other', 'Another tenant', '2026-11-22 09:48:47.499719+00');


--
-- Data for Name: verifications; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.verifications VALUES
	('dfbe47e0-d62e-472a-99c0-a7c82e01237d', 'ten_demo', false, 'completed', 'identity', 'person', NULL, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 1, 4, '[{"type": "document", "status": "passed"}, {"type": "liveness", "status": "passed"}, {"type": "national_id", "status": "passed"}, {"type": "sanctions", "status": "passed"}]', 'verified', '{}', '{}', '2026-11-29 09:48:47.78508+00', '2026-11-22 09:48:47.78508+00', '2026-11-22 09:48:47.854436+00', '2026-11-22 09:48:47.854436+00');


--
-- Name: goose_db_version_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.goose_db_version_id_seq', 12, true);


--
-- Name: notices_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.notices_id_seq', 1, false);


--
-- Name: outbox_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.outbox_seq_seq', 4, true);


--
-- Name: api_keys api_keys_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);


--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);


--
-- Name: attempts attempts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261121 attempts_20261121_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261121
    ADD CONSTRAINT attempts_20261121_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261122 attempts_20261122_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261122
    ADD CONSTRAINT attempts_20261122_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261123 attempts_20261123_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261123
    ADD CONSTRAINT attempts_20261123_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261124 attempts_20261124_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261124
    ADD CONSTRAINT attempts_20261124_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261125 attempts_20261125_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261125
    ADD CONSTRAINT attempts_20261125_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261126 attempts_20261126_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261126
    ADD CONSTRAINT attempts_20261126_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261127 attempts_20261127_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261127
    ADD CONSTRAINT attempts_20261127_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261128 attempts_20261128_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261128
    ADD CONSTRAINT attempts_20261128_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: attempts_20261129 attempts_20261129_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attempts_20261129
    ADD CONSTRAINT attempts_20261129_pkey PRIMARY KEY (event_at, delivery_id, run, number);


--
-- Name: cancellations cancellations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.cancellations
    ADD CONSTRAINT cancellations_pkey PRIMARY KEY (endpoint_id);


--
-- Name: deliveries deliveries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261121 deliveries_20261121_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261121
    ADD CONSTRAINT deliveries_20261121_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261122 deliveries_20261122_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261122
    ADD CONSTRAINT deliveries_20261122_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261123 deliveries_20261123_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261123
    ADD CONSTRAINT deliveries_20261123_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261124 deliveries_20261124_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261124
    ADD CONSTRAINT deliveries_20261124_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261125 deliveries_20261125_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261125
    ADD CONSTRAINT deliveries_20261125_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261126 deliveries_20261126_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261126
    ADD CONSTRAINT deliveries_20261126_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261127 deliveries_20261127_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261127
    ADD CONSTRAINT deliveries_20261127_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261128 deliveries_20261128_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261128
    ADD CONSTRAINT deliveries_20261128_pkey PRIMARY KEY (event_at, id);


--
-- Name: deliveries_20261129 deliveries_20261129_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries_20261129
    ADD CONSTRAINT deliveries_20261129_pkey PRIMARY KEY (event_at, id);


--
-- Name: endpoint_hours endpoint_hours_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.endpoint_hours
    ADD CONSTRAINT endpoint_hours_pkey PRIMARY KEY (endpoint_id, hour);


--
-- Name: endpoint_secrets endpoint_secrets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.endpoint_secrets
    ADD CONSTRAINT endpoint_secrets_pkey PRIMARY KEY (id);


--
-- Name: endpoints endpoints_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.endpoints
    ADD CONSTRAINT endpoints_pkey PRIMARY KEY (id);


--
-- Name: event_keys event_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.event_keys
    ADD CONSTRAINT event_keys_pkey PRIMARY KEY (tenant_id, livemode, key);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261121 events_20261121_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261121
    ADD CONSTRAINT events_20261121_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261122 events_20261122_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261122
    ADD CONSTRAINT events_20261122_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261123 events_20261123_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261123
    ADD CONSTRAINT events_20261123_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261124 events_20261124_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261124
    ADD CONSTRAINT events_20261124_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261125 events_20261125_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261125
    ADD CONSTRAINT events_20261125_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261126 events_20261126_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261126
    ADD CONSTRAINT events_20261126_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261127 events_20261127_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261127
    ADD CONSTRAINT events_20261127_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261128 events_20261128_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261128
    ADD CONSTRAINT events_20261128_pkey PRIMARY KEY (created_at, id);


--
-- Name: events_20261129 events_20261129_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_20261129
    ADD CONSTRAINT events_20261129_pkey PRIMARY KEY (created_at, id);


--
-- Name: goose_db_version goose_db_version_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);


--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id);


--
-- Name: notices notices_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (id);


--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (seq);


--
-- Name: recoveries recoveries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recoveries
    ADD CONSTRAINT recoveries_pkey PRIMARY KEY (id);


--
-- Name: schema_support schema_support_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_support
    ADD CONSTRAINT schema_support_pkey PRIMARY KEY (only_row);


--
-- Name: tenants tenants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (id);


--
-- Name: verifications verifications_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);


--
-- Name: deliveries_by_endpoint; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_by_endpoint ON ONLY public.deliveries USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261121_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261121_endpoint_id_event_at_id_idx ON public.deliveries_20261121 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_pending_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_pending_by_time ON ONLY public.deliveries USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261121_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261121_endpoint_id_event_at_id_idx1 ON public.deliveries_20261121 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_ended_badly; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_ended_badly ON ONLY public.deliveries USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261121_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261121_endpoint_id_status_event_at_id_idx ON public.deliveries_20261121 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_overdue; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_overdue ON ONLY public.deliveries USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261121_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261121_overdue_at_idx ON public.deliveries_20261121 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261122_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261122_endpoint_id_event_at_id_idx ON public.deliveries_20261122 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261122_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261122_endpoint_id_event_at_id_idx1 ON public.deliveries_20261122 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261122_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261122_endpoint_id_status_event_at_id_idx ON public.deliveries_20261122 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261122_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261122_overdue_at_idx ON public.deliveries_20261122 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261123_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261123_endpoint_id_event_at_id_idx ON public.deliveries_20261123 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261123_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261123_endpoint_id_event_at_id_idx1 ON public.deliveries_20261123 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261123_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261123_endpoint_id_status_event_at_id_idx ON public.deliveries_20261123 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261123_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261123_overdue_at_idx ON public.deliveries_20261123 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261124_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261124_endpoint_id_event_at_id_idx ON public.deliveries_20261124 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261124_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261124_endpoint_id_event_at_id_idx1 ON public.deliveries_20261124 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261124_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261124_endpoint_id_status_event_at_id_idx ON public.deliveries_20261124 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261124_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261124_overdue_at_idx ON public.deliveries_20261124 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261125_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261125_endpoint_id_event_at_id_idx ON public.deliveries_20261125 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261125_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261125_endpoint_id_event_at_id_idx1 ON public.deliveries_20261125 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261125_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261125_endpoint_id_status_event_at_id_idx ON public.deliveries_20261125 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261125_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261125_overdue_at_idx ON public.deliveries_20261125 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261126_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261126_endpoint_id_event_at_id_idx ON public.deliveries_20261126 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261126_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261126_endpoint_id_event_at_id_idx1 ON public.deliveries_20261126 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261126_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261126_endpoint_id_status_event_at_id_idx ON public.deliveries_20261126 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261126_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261126_overdue_at_idx ON public.deliveries_20261126 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261127_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261127_endpoint_id_event_at_id_idx ON public.deliveries_20261127 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261127_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261127_endpoint_id_event_at_id_idx1 ON public.deliveries_20261127 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261127_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261127_endpoint_id_status_event_at_id_idx ON public.deliveries_20261127 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261127_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261127_overdue_at_idx ON public.deliveries_20261127 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261128_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261128_endpoint_id_event_at_id_idx ON public.deliveries_20261128 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261128_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261128_endpoint_id_event_at_id_idx1 ON public.deliveries_20261128 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261128_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261128_endpoint_id_status_event_at_id_idx ON public.deliveries_20261128 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261128_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261128_overdue_at_idx ON public.deliveries_20261128 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261129_endpoint_id_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261129_endpoint_id_event_at_id_idx ON public.deliveries_20261129 USING btree (endpoint_id, event_at DESC, id DESC);


--
-- Name: deliveries_20261129_endpoint_id_event_at_id_idx1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261129_endpoint_id_event_at_id_idx1 ON public.deliveries_20261129 USING btree (endpoint_id, event_at DESC, id DESC) WHERE (status = 'pending'::text);


--
-- Name: deliveries_20261129_endpoint_id_status_event_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261129_endpoint_id_status_event_at_id_idx ON public.deliveries_20261129 USING btree (endpoint_id, status, event_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));


--
-- Name: deliveries_20261129_overdue_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_20261129_overdue_at_idx ON public.deliveries_20261129 USING btree (overdue_at) WHERE (status = 'pending'::text);


--
-- Name: endpoint_secrets_by_endpoint; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX endpoint_secrets_by_endpoint ON public.endpoint_secrets USING btree (endpoint_id, created_at DESC);


--
-- Name: endpoints_by_tenant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX endpoints_by_tenant ON public.endpoints USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: event_keys_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX event_keys_by_age ON public.event_keys USING btree (created_at);


--
-- Name: events_by_tenant; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_by_tenant ON ONLY public.events USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261121_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261121_tenant_id_livemode_created_at_id_idx ON public.events_20261121 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_by_type; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_by_type ON ONLY public.events USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261121_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261121_tenant_id_livemode_type_created_at_id_idx ON public.events_20261121 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261122_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261122_tenant_id_livemode_created_at_id_idx ON public.events_20261122 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261122_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261122_tenant_id_livemode_type_created_at_id_idx ON public.events_20261122 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261123_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261123_tenant_id_livemode_created_at_id_idx ON public.events_20261123 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261123_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261123_tenant_id_livemode_type_created_at_id_idx ON public.events_20261123 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261124_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261124_tenant_id_livemode_created_at_id_idx ON public.events_20261124 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261124_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261124_tenant_id_livemode_type_created_at_id_idx ON public.events_20261124 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261125_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261125_tenant_id_livemode_created_at_id_idx ON public.events_20261125 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261125_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261125_tenant_id_livemode_type_created_at_id_idx ON public.events_20261125 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261126_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261126_tenant_id_livemode_created_at_id_idx ON public.events_20261126 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261126_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261126_tenant_id_livemode_type_created_at_id_idx ON public.events_20261126 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261127_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261127_tenant_id_livemode_created_at_id_idx ON public.events_20261127 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261127_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261127_tenant_id_livemode_type_created_at_id_idx ON public.events_20261127 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261128_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261128_tenant_id_livemode_created_at_id_idx ON public.events_20261128 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261128_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261128_tenant_id_livemode_type_created_at_id_idx ON public.events_20261128 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: events_20261129_tenant_id_livemode_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261129_tenant_id_livemode_created_at_id_idx ON public.events_20261129 USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: events_20261129_tenant_id_livemode_type_created_at_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_20261129_tenant_id_livemode_type_created_at_id_idx ON public.events_20261129 USING btree (tenant_id, livemode, type, created_at DESC, id DESC);


--
-- Name: idempotency_keys_forgotten; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_forgotten ON public.idempotency_keys USING btree (kept_until);


--
-- Name: notices_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notices_by_age ON public.notices USING btree (created_at);


--
-- Name: recoveries_by_endpoint; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recoveries_by_endpoint ON public.recoveries USING btree (endpoint_id);


--
-- Name: recoveries_running; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX recoveries_running ON public.recoveries USING btree (stepped_at) WHERE (status = 'running'::text);


--
-- Name: verifications_by_creation; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_by_creation ON public.verifications USING btree (tenant_id, livemode, created_at DESC, id DESC);


--
-- Name: verifications_by_external_ref; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_by_external_ref ON public.verifications USING btree (tenant_id, livemode, external_ref) WHERE (external_ref IS NOT NULL);


--
-- Name: verifications_by_merchant_ref; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_by_merchant_ref ON public.verifications USING btree (tenant_id, livemode, merchant_ref) WHERE (merchant_ref IS NOT NULL);


--
-- Name: verifications_by_update; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_by_update ON public.verifications USING btree (tenant_id, livemode, updated_at, id);


--
-- Name: verifications_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verifications_open ON public.verifications USING btree (expires_at) WHERE (status = ANY (ARRAY['pending'::text, 'in_progress'::text]));


--
-- Name: attempts_20261121_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261121_pkey;


--
-- Name: attempts_20261122_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261122_pkey;


--
-- Name: attempts_20261123_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261123_pkey;


--
-- Name: attempts_20261124_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261124_pkey;


--
-- Name: attempts_20261125_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261125_pkey;


--
-- Name: attempts_20261126_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261126_pkey;


--
-- Name: attempts_20261127_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261127_pkey;


--
-- Name: attempts_20261128_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261128_pkey;


--
-- Name: attempts_20261129_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_20261129_pkey;


--
-- Name: deliveries_20261121_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261121_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261121_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261121_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261121_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261121_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261121_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261121_overdue_at_idx;


--
-- Name: deliveries_20261121_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261121_pkey;


--
-- Name: deliveries_20261122_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261122_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261122_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261122_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261122_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261122_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261122_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261122_overdue_at_idx;


--
-- Name: deliveries_20261122_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261122_pkey;


--
-- Name: deliveries_20261123_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261123_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261123_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261123_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261123_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261123_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261123_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261123_overdue_at_idx;


--
-- Name: deliveries_20261123_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261123_pkey;


--
-- Name: deliveries_20261124_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261124_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261124_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261124_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261124_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261124_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261124_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261124_overdue_at_idx;


--
-- Name: deliveries_20261124_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261124_pkey;


--
-- Name: deliveries_20261125_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261125_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261125_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261125_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261125_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261125_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261125_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261125_overdue_at_idx;


--
-- Name: deliveries_20261125_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261125_pkey;


--
-- Name: deliveries_20261126_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261126_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261126_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261126_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261126_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261126_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261126_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261126_overdue_at_idx;


--
-- Name: deliveries_20261126_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261126_pkey;


--
-- Name: deliveries_20261127_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261127_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261127_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261127_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261127_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261127_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261127_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261127_overdue_at_idx;


--
-- Name: deliveries_20261127_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261127_pkey;


--
-- Name: deliveries_20261128_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261128_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261128_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261128_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261128_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261128_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261128_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261128_overdue_at_idx;


--
-- Name: deliveries_20261128_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261128_pkey;


--
-- Name: deliveries_20261129_endpoint_id_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_by_endpoint ATTACH PARTITION public.deliveries_20261129_endpoint_id_event_at_id_idx;


--
-- Name: deliveries_20261129_endpoint_id_event_at_id_idx1; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pending_by_time ATTACH PARTITION public.deliveries_20261129_endpoint_id_event_at_id_idx1;


--
-- Name: deliveries_20261129_endpoint_id_status_event_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_ended_badly ATTACH PARTITION public.deliveries_20261129_endpoint_id_status_event_at_id_idx;


--
-- Name: deliveries_20261129_overdue_at_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_overdue ATTACH PARTITION public.deliveries_20261129_overdue_at_idx;


--
-- Name: deliveries_20261129_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_20261129_pkey;


--
-- Name: events_20261121_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261121_pkey;


--
-- Name: events_20261121_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261121_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261121_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261121_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261122_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261122_pkey;


--
-- Name: events_20261122_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261122_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261122_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261122_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261123_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261123_pkey;


--
-- Name: events_20261123_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261123_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261123_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261123_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261124_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261124_pkey;


--
-- Name: events_20261124_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261124_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261124_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261124_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261125_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261125_pkey;


--
-- Name: events_20261125_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261125_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261125_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261125_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261126_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261126_pkey;


--
-- Name: events_20261126_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261126_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261126_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261126_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261127_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261127_pkey;


--
-- Name: events_20261127_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261127_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261127_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261127_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261128_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261128_pkey;


--
-- Name: events_20261128_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261128_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261128_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261128_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: events_20261129_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_20261129_pkey;


--
-- Name: events_20261129_tenant_id_livemode_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_tenant ATTACH PARTITION public.events_20261129_tenant_id_livemode_created_at_id_idx;


--
-- Name: events_20261129_tenant_id_livemode_type_created_at_id_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.events_by_type ATTACH PARTITION public.events_20261129_tenant_id_livemode_type_created_at_id_idx;


--
-- Name: api_keys api_keys_tenant_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id);


--
-- Name: endpoint_hours endpoint_hours_endpoint_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.endpoint_hours
    ADD CONSTRAINT endpoint_hours_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.endpoints(id) ON DELETE CASCADE;


--
-- Name: endpoint_secrets endpoint_secrets_endpoint_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.endpoint_secrets
    ADD CONSTRAINT endpoint_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.endpoints(id) ON DELETE CASCADE;


--
-- Name: endpoints endpoints_tenant_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.endpoints
    ADD CONSTRAINT endpoints_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id);


--
-- Name: recoveries recoveries_endpoint_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.recoveries
    ADD CONSTRAINT recoveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.endpoints(id) ON DELETE CASCADE;


--
-- Name: verifications verifications_tenant_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id);


--
-- PostgreSQL database dump complete
--
