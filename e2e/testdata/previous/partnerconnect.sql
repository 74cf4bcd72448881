--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)


--
-- Name: check_ledger_entry(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.check_ledger_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    entry bigint;
    total numeric;
BEGIN
    IF TG_TABLE_NAME = 'ledger_entries' THEN
        entry := NEW.id;
    ELSE
        entry := NEW.entry_id;
    END IF;
    SELECT sum(amount) INTO total FROM ledger_lines WHERE entry_id = entry;
    IF total IS DISTINCT FROM 0 THEN
        RAISE EXCEPTION 'ledger entry % sums to %', entry, coalesce(total::text, 'nothing') USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_sum';
    END IF;
    RETURN NULL;
END $$;


--
-- Name: refuse_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;




--
-- Name: audit_chain; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_chain (
    "position" bigint NOT NULL,
    seq bigint NOT NULL,
    xact xid8 NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_chain_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT audit_chain_position_check CHECK (("position" > 0))
);


--
-- Name: audit_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_entries (
    seq bigint NOT NULL,
    xact xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    key_id text NOT NULL,
    partner_id text NOT NULL,
    merchant_ref text NOT NULL,
    operation text NOT NULL,
    outcome text NOT NULL,
    request_id text NOT NULL,
    address text NOT NULL,
    CONSTRAINT audit_entries_actor_check CHECK ((actor = ANY (ARRAY['partner'::text, 'merchant'::text, 'operator'::text, 'system'::text])))
);


--
-- Name: audit_entries_seq_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.audit_entries ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entries_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: channels; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.channels (
    id text NOT NULL,
    partner_id text NOT NULL,
    name text NOT NULL,
    return_origins text[] NOT NULL,
    link_ttl_s integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT channels_id_check CHECK ((id ~ '^chn_[a-z0-9][a-z0-9_-]{0,59}$'::text)),
    CONSTRAINT channels_link_ttl_s_check CHECK (((link_ttl_s >= 900) AND (link_ttl_s <= 604800)))
);


--
-- Name: code_requests; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.code_requests (
    id bigint NOT NULL,
    onboarding_ref text NOT NULL,
    invitation_id text NOT NULL,
    medium text NOT NULL,
    origin text NOT NULL,
    network text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    CONSTRAINT code_requests_medium_check CHECK ((medium = ANY (ARRAY['email'::text, 'sms'::text]))),
    CONSTRAINT code_requests_origin_check CHECK ((origin = ANY (ARRAY['stranger'::text, 'device'::text, 'session'::text, 'renewal'::text])))
);


--
-- Name: code_requests_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.code_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.code_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: delegations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.delegations (
    merchant_ref text NOT NULL,
    id text NOT NULL,
    status text NOT NULL,
    agreement_id text NOT NULL,
    agreement_version text NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoked_by text DEFAULT ''::text NOT NULL,
    CONSTRAINT delegations_check CHECK (((status = 'revoked'::text) = (revoked_at IS NOT NULL))),
    CONSTRAINT delegations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);


--
-- Name: documents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.documents (
    id text NOT NULL,
    onboarding_ref text NOT NULL,
    required_code text NOT NULL,
    details bytea,
    object text NOT NULL,
    content_type text NOT NULL,
    size_bytes integer NOT NULL,
    sha256 bytea NOT NULL,
    status text NOT NULL,
    reason_code text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT documents_id_check CHECK ((id ~ '^doc_[0-9a-hjkmnp-tv-z]{26}$'::text)),
    CONSTRAINT documents_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT documents_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 5242880))),
    CONSTRAINT documents_status_check CHECK ((status = ANY (ARRAY['received'::text, 'accepted'::text, 'rejected'::text])))
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    seq bigint NOT NULL,
    xact xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id text NOT NULL,
    channel_id text NOT NULL,
    livemode boolean NOT NULL,
    merchant_ref text NOT NULL,
    type text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    body bytea NOT NULL
);


--
-- Name: events_seq_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.events ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
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
-- Name: hosted_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.hosted_codes (
    session_id bytea NOT NULL,
    use text NOT NULL,
    hash bytea NOT NULL,
    tries integer NOT NULL,
    sent integer NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT hosted_codes_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT hosted_codes_use_check CHECK ((use = ANY (ARRAY['email'::text, 'phone'::text, 'sign'::text])))
);


--
-- Name: hosted_sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.hosted_sessions (
    id bytea NOT NULL,
    onboarding_ref text NOT NULL,
    purpose text NOT NULL,
    invitation_id text NOT NULL,
    link_id text NOT NULL,
    email_at timestamp with time zone,
    phone_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    network text DEFAULT ''::text NOT NULL,
    CONSTRAINT hosted_sessions_id_check CHECK ((length(id) = 32)),
    CONSTRAINT hosted_sessions_purpose_check CHECK ((purpose = ANY (ARRAY['onboarding'::text, 'invitation'::text])))
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
-- Name: invitations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.invitations (
    id text NOT NULL,
    onboarding_ref text NOT NULL,
    role text NOT NULL,
    status text NOT NULL,
    person bytea,
    member_id text NOT NULL,
    document_ids text[] NOT NULL,
    locale text NOT NULL,
    resent_count integer NOT NULL,
    last_sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    signature bytea,
    CONSTRAINT invitations_id_check CHECK ((id ~ '^inv_[0-9a-hjkmnp-tv-z]{26}$'::text)),
    CONSTRAINT invitations_resent_count_check CHECK (((resent_count >= 0) AND (resent_count <= 5))),
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['representative'::text, 'proxy'::text]))),
    CONSTRAINT invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'revoked'::text])))
);


--
-- Name: ledger_balances; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_balances (
    merchant_ref text NOT NULL,
    currency text NOT NULL,
    pending bigint DEFAULT 0 NOT NULL,
    available bigint DEFAULT 0 NOT NULL,
    reserved bigint DEFAULT 0 NOT NULL,
    clearing bigint DEFAULT 0 NOT NULL,
    fees bigint DEFAULT 0 NOT NULL,
    in_transit bigint DEFAULT 0 NOT NULL,
    CONSTRAINT ledger_balances_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT ledger_balances_fees_check CHECK ((fees >= 0)),
    CONSTRAINT ledger_balances_in_transit_check CHECK ((in_transit >= 0)),
    CONSTRAINT ledger_balances_reserved_check CHECK ((reserved >= 0)),
    CONSTRAINT ledger_balances_sum CHECK (((((((pending + available) + reserved) + clearing) + fees) + in_transit) = 0))
);


--
-- Name: ledger_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_entries (
    id bigint NOT NULL,
    merchant_ref text NOT NULL,
    currency text NOT NULL,
    kind text NOT NULL,
    payment_id text,
    payout_id text,
    settlement_id text,
    posted_at timestamp with time zone NOT NULL,
    CONSTRAINT ledger_entries_check CHECK ((num_nonnulls(payment_id, payout_id, settlement_id) = 1)),
    CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['payment_paid'::text, 'payment_refunded'::text, 'settled'::text, 'payout_requested'::text, 'payout_sent'::text, 'payout_paid'::text, 'payout_failed'::text, 'payout_cancelled'::text])))
);


--
-- Name: ledger_entries_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.ledger_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: ledger_lines; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_lines (
    entry_id bigint NOT NULL,
    kind text NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL,
    balance bigint NOT NULL,
    CONSTRAINT ledger_lines_account_check CHECK ((account = ANY (ARRAY['pending'::text, 'available'::text, 'reserved'::text, 'clearing'::text, 'fees'::text, 'in_transit'::text]))),
    CONSTRAINT ledger_lines_amount_check CHECK ((amount <> 0)),
    CONSTRAINT ledger_lines_overdrawn CHECK ((((kind <> 'payout_requested'::text) AND (account <> ALL (ARRAY['reserved'::text, 'in_transit'::text]))) OR (balance >= 0)))
);


--
-- Name: link_renewals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.link_renewals (
    onboarding_ref text NOT NULL,
    renewed_at timestamp with time zone NOT NULL
);


--
-- Name: live_register_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.live_register_entries (
    scheme text NOT NULL,
    number text NOT NULL,
    hash text NOT NULL,
    as_of timestamp with time zone NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    record bytea NOT NULL,
    CONSTRAINT live_register_entries_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: merchant_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.merchant_keys (
    id text NOT NULL,
    merchant_ref text NOT NULL,
    livemode boolean NOT NULL,
    version text NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT merchant_keys_hash_check CHECK ((length(hash) = 32))
);


--
-- Name: messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.messages (
    id text NOT NULL,
    onboarding_ref text NOT NULL,
    medium text NOT NULL,
    template text NOT NULL,
    content bytea,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT messages_medium_check CHECK ((medium = ANY (ARRAY['email'::text, 'sms'::text])))
);


--
-- Name: object_deletions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.object_deletions (
    key text NOT NULL,
    delete_after timestamp with time zone NOT NULL
);


--
-- Name: onboardings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.onboardings (
    ref text NOT NULL,
    channel_id text NOT NULL,
    livemode boolean NOT NULL,
    partner_external_ref text NOT NULL,
    status text NOT NULL,
    reason_code text DEFAULT ''::text NOT NULL,
    applicant_type text NOT NULL,
    applicant bytea,
    business bytea,
    company bytea,
    payout_account bytea,
    return_url text NOT NULL,
    metadata jsonb NOT NULL,
    link_epoch integer NOT NULL,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    data_key bytea,
    identity bytea,
    representation bytea,
    register_check jsonb,
    locked text[] DEFAULT '{}'::text[] NOT NULL,
    shredded_at timestamp with time zone,
    flow bytea,
    merchant_status text DEFAULT 'none'::text NOT NULL,
    corrections text[] DEFAULT '{}'::text[] NOT NULL,
    currencies text[] DEFAULT '{PLN}'::text[] NOT NULL,
    opt_in_status text DEFAULT 'not_requested'::text NOT NULL,
    opt_in_requested_at timestamp with time zone,
    opt_in_granted_at timestamp with time zone,
    opt_in_revoked_at timestamp with time zone,
    CONSTRAINT onboardings_applicant_type_check CHECK ((applicant_type = ANY (ARRAY[''::text, 'natural_person'::text, 'sole_trader'::text, 'company'::text]))),
    CONSTRAINT onboardings_merchant_status_check CHECK ((merchant_status = ANY (ARRAY['none'::text, 'active'::text, 'suspended'::text, 'closed'::text]))),
    CONSTRAINT onboardings_opt_in_status_check CHECK ((opt_in_status = ANY (ARRAY['not_requested'::text, 'pending'::text, 'granted'::text, 'revoked'::text]))),
    CONSTRAINT onboardings_partner_external_ref_check CHECK (((char_length(partner_external_ref) >= 1) AND (char_length(partner_external_ref) <= 128))),
    CONSTRAINT onboardings_ref_check CHECK ((ref ~ '^mrc_[0-9a-hjkmnp-tv-z]{26}$'::text)),
    CONSTRAINT onboardings_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_progress'::text, 'awaiting_signatories'::text, 'in_review'::text, 'action_required'::text, 'active'::text, 'rejected'::text, 'cancelled'::text, 'expired'::text])))
);


--
-- Name: partner_key_channels; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.partner_key_channels (
    key_id text NOT NULL,
    channel_id text NOT NULL,
    partner_id text NOT NULL
);


--
-- Name: partner_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.partner_keys (
    id text NOT NULL,
    partner_id text NOT NULL,
    livemode boolean NOT NULL,
    scopes text[] NOT NULL,
    version text NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    replaced_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT partner_keys_check CHECK (((replaced_at IS NULL) OR (expires_at IS NOT NULL))),
    CONSTRAINT partner_keys_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT partner_keys_scopes_check CHECK ((cardinality(scopes) > 0))
);


--
-- Name: partners; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.partners (
    id text NOT NULL,
    name text NOT NULL,
    tenant_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    suspended_at timestamp with time zone,
    CONSTRAINT partners_id_check CHECK ((id ~ '^ptn_[a-z0-9][a-z0-9_-]{0,59}$'::text))
);


--
-- Name: payments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payments (
    id text NOT NULL,
    merchant_ref text NOT NULL,
    livemode boolean NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    external_ref text NOT NULL,
    details bytea NOT NULL,
    method text NOT NULL,
    metadata jsonb NOT NULL,
    status text NOT NULL,
    reason_code text NOT NULL,
    fee_bps integer NOT NULL,
    refunded bigint NOT NULL,
    acted_by text NOT NULL,
    partner_id text NOT NULL,
    delegation text NOT NULL,
    valid_until timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    CONSTRAINT payments_acted_by_check CHECK ((acted_by = ANY (ARRAY['partner'::text, 'merchant'::text]))),
    CONSTRAINT payments_amount_check CHECK (((amount >= 1) AND (amount <= '99999999999'::bigint))),
    CONSTRAINT payments_check CHECK (((refunded >= 0) AND (refunded <= amount))),
    CONSTRAINT payments_check1 CHECK (((status = 'refunded'::text) = (refunded = amount))),
    CONSTRAINT payments_check2 CHECK (((status = 'partially_refunded'::text) = ((refunded > 0) AND (refunded < amount)))),
    CONSTRAINT payments_check3 CHECK (((status = ANY (ARRAY['paid'::text, 'partially_refunded'::text, 'refunded'::text])) = (paid_at IS NOT NULL))),
    CONSTRAINT payments_check4 CHECK (((acted_by = 'partner'::text) = (delegation <> ''::text))),
    CONSTRAINT payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT payments_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
    CONSTRAINT payments_id_check CHECK ((id ~ '^pay_[0-9a-hjkmnp-tv-z]{26}$'::text)),
    CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY[''::text, 'transfer'::text, 'blik'::text, 'card'::text]))),
    CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['registered'::text, 'pending'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text, 'rejected'::text, 'expired'::text, 'cancelled'::text])))
);


--
-- Name: payouts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payouts (
    id text NOT NULL,
    merchant_ref text NOT NULL,
    livemode boolean NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    external_ref text NOT NULL,
    details bytea NOT NULL,
    iban_masked text NOT NULL,
    status text NOT NULL,
    reason_code text NOT NULL,
    acted_by text NOT NULL,
    partner_id text NOT NULL,
    delegation text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    paid_at timestamp with time zone,
    CONSTRAINT payouts_acted_by_check CHECK ((acted_by = ANY (ARRAY['partner'::text, 'merchant'::text]))),
    CONSTRAINT payouts_amount_check CHECK ((amount > 0)),
    CONSTRAINT payouts_check CHECK (((status = ANY (ARRAY['processing'::text, 'paid'::text, 'failed'::text])) = (sent_at IS NOT NULL))),
    CONSTRAINT payouts_check1 CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
    CONSTRAINT payouts_id_check CHECK ((id ~ '^pyt_[0-9a-hjkmnp-tv-z]{26}$'::text)),
    CONSTRAINT payouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: register_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.register_entries (
    scheme text NOT NULL,
    number text NOT NULL,
    hash text NOT NULL,
    as_of timestamp with time zone NOT NULL,
    imported_at timestamp with time zone NOT NULL,
    record bytea NOT NULL,
    CONSTRAINT register_entries_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
);


--
-- Name: register_snapshots; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.register_snapshots (
    scheme text NOT NULL,
    number text NOT NULL,
    hash text NOT NULL,
    as_of timestamp with time zone NOT NULL,
    fetched_at timestamp with time zone NOT NULL,
    withdrawn_at timestamp with time zone,
    record bytea NOT NULL,
    CONSTRAINT register_snapshots_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text))
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
-- Name: settlements; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.settlements (
    id text NOT NULL,
    merchant_ref text NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    gross bigint NOT NULL,
    fees bigint NOT NULL,
    refunds bigint NOT NULL,
    net bigint NOT NULL,
    transaction_count integer NOT NULL,
    period_from timestamp with time zone NOT NULL,
    period_to timestamp with time zone NOT NULL,
    paid_at timestamp with time zone NOT NULL,
    iban_masked text NOT NULL,
    CONSTRAINT settlements_id_check CHECK ((id ~ '^stl_[0-9a-hjkmnp-tv-z]{26}$'::text)),
    CONSTRAINT settlements_net CHECK ((net = ((gross - fees) - refunds))),
    CONSTRAINT settlements_status_check CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'paid'::text, 'failed'::text]))),
    CONSTRAINT settlements_transaction_count_check CHECK ((transaction_count > 0))
);


--
-- Name: spent_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.spent_links (
    link_id text NOT NULL,
    spent_at timestamp with time zone NOT NULL
);


--
-- Name: transactions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transactions (
    id text NOT NULL,
    entry_id bigint NOT NULL,
    merchant_ref text NOT NULL,
    type text NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    net bigint GENERATED ALWAYS AS ((amount - fee)) STORED NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    payment_id text,
    payout_id text,
    settlement_id text,
    external_ref text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    available_on text NOT NULL,
    CONSTRAINT transactions_available_on_check CHECK ((available_on ~ '^\d{4}-\d\d-\d\d$'::text)),
    CONSTRAINT transactions_check CHECK (((status = 'settled'::text) = (settlement_id IS NOT NULL))),
    CONSTRAINT transactions_fee_check CHECK ((fee >= 0)),
    CONSTRAINT transactions_id_check CHECK ((id ~ '^txn_[0-9a-hjkmnp-tv-z]{26}$'::text)),
    CONSTRAINT transactions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'available'::text, 'settled'::text]))),
    CONSTRAINT transactions_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'refund'::text, 'chargeback'::text, 'fee'::text, 'payout'::text, 'adjustment'::text])))
);


--
-- Name: verification_sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.verification_sessions (
    session_id text NOT NULL,
    onboarding_ref text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    reconcile_at timestamp with time zone DEFAULT now(),
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    reconciled_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Data for Name: audit_chain; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit_entries OVERRIDING SYSTEM VALUE VALUES
	(1, '803', '2026-11-22 09:48:47.545+00', 'operator', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', '', 'OperatorService.CreatePartnerKey', 'ok', 'req_06h05a426xw0kc685cm072bjfr', '127.0.0.1'),
	(2, '804', '2026-11-22 09:48:47.552+00', 'operator', 'key_06h05a4281x010yy8gnwmtm81g', 'ptn_multi', '', 'OperatorService.CreatePartnerKey', 'ok', 'req_06h05a4281w6b65z7hmmbf4r9g', '127.0.0.1'),
	(3, '805', '2026-11-22 09:48:47.554+00', 'operator', 'key_06h05a4289x77f7mc7a8m567kg', 'ptn_other', '', 'OperatorService.CreatePartnerKey', 'ok', 'req_06h05a4289w2kdjmp1qwqptnpw', '127.0.0.1'),
	(4, '806', '2026-11-22 09:48:47.556+00', 'operator', 'key_06h05a428hz2748j285kscb3dc', 'ptn_demo', '', 'OperatorService.CreatePartnerKey', 'ok', 'req_06h05a428hye945pfpvxhxp484', '127.0.0.1'),
	(5, '809', '2026-11-22 09:48:47.574+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42asw458y5jvh82p5tyg', 'OnboardingService.CreateOnboarding', 'ok', 'req_06h05a42a5w578dpdpz57gm64c', '127.0.0.1'),
	(6, '810', '2026-11-22 09:48:47.582+00', 'operator', 'key_06h05a42bsvqq32eer9e1bhk1m', '', 'mrc_06h05a42asw458y5jvh82p5tyg', 'OperatorService.CreateMerchantKey', 'ok', 'req_06h05a42bnz9n738t41m88fbbc', '127.0.0.1'),
	(7, '811', '2026-11-22 09:48:47.593+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'OnboardingService.CreateOnboarding', 'ok', 'req_06h05a42c9yak5v25s295jaxj0', '127.0.0.1'),
	(8, '812', '2026-11-22 09:48:47.602+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'OnboardingService.CreateOnboarding', 'ok', 'req_06h05a42e1vzn2e65c6ecwkjrg', '127.0.0.1'),
	(9, '813', '2026-11-22 09:48:47.616+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'OnboardingService.UpdateOnboarding', 'ok', 'req_06h05a42exwxx6g8f2s375wn28', '127.0.0.1'),
	(10, '814', '2026-11-22 09:48:47.632+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'OnboardingService.PrefillIdentity', 'ok', 'req_06h05a42hszdvbazhc4w0r8660', '127.0.0.1'),
	(11, '815', '2026-11-22 09:48:47.651+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'OnboardingService.SetRepresentation', 'ok', 'req_06h05a42jsyescf7jcpsd48b18', '127.0.0.1'),
	(12, '817', '2026-11-22 09:48:47.663+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'DocumentService.UploadDocument', 'ok', 'req_06h05a42n1ymn72qkz1v1e2sn4', '127.0.0.1'),
	(13, '818', '2026-11-22 09:48:47.673+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'OnboardingService.FinalizeOnboarding', 'ok', 'req_06h05a42pxwyq4kyqj75xm5d7c', '127.0.0.1'),
	(14, '819', '2026-11-22 09:48:47.676+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'OnboardingService.CreateOnboarding', 'ok', 'req_06h05a42q5zef00g117tqpnrh8', '127.0.0.1'),
	(15, '820', '2026-11-22 09:48:47.681+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'OnboardingService.UpdateOnboarding', 'ok', 'req_06h05a42qxrdnegkcf4787f8k8', '127.0.0.1'),
	(16, '821', '2026-11-22 09:48:47.687+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'OnboardingService.SetRepresentation', 'ok', 'req_06h05a42rnrqvergp7dej7es4w', '127.0.0.1'),
	(17, '822', '2026-11-22 09:48:47.691+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'InvitationService.CreateInvitation', 'ok', 'req_06h05a42s9wr993wyx0kphfkag', '127.0.0.1'),
	(18, '823', '2026-11-22 09:48:47.704+00', 'operator', '', '', 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'OperatorService.ListMessages', 'ok', 'req_06h05a42tnr1hemf6pyhty5x64', '127.0.0.1'),
	(19, '834', '2026-11-22 09:48:47.745+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.VerifyContact', 'ok', 'req_06h05a4305yp9a08az5h4wskxg', '127.0.0.1'),
	(20, '841', '2026-11-22 09:48:47.761+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.VerifyContact', 'ok', 'req_06h05a4325z9k2zpsdztd44asc', '127.0.0.1'),
	(21, '844', '2026-11-22 09:48:47.771+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.Review', 'ok', 'req_06h05a433dwv1fcr7afm65pgq4', '127.0.0.1'),
	(22, '850', '2026-11-22 09:48:47.778+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.StartVerification', 'ok', 'req_06h05a4349x5nfk93dgntgsjr4', '127.0.0.1'),
	(23, '863', '2026-11-22 09:48:47.917+00', 'system', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'VerificationEvent', 'ok', 'evt_06h05a4355s0n0yv52qe43n6cm', ''),
	(24, '870', '2026-11-22 09:48:47.974+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.Declare', 'ok', 'req_06h05a43wswtd3zvn1mvwr7nsr', '127.0.0.1'),
	(25, '878', '2026-11-22 09:48:48.021+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.Sign', 'ok', 'req_06h05a442ny9z7amhwq480jxcc', '127.0.0.1'),
	(26, '881', '2026-11-22 09:48:48.054+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.AnswerPayouts', 'ok', 'req_06h05a446svj53mwqbsk1b386g', '127.0.0.1'),
	(27, '884', '2026-11-22 09:48:48.062+00', 'merchant', '', '', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'Hosted.ReceiveTransfer', 'ok', 'req_06h05a447sv6b9aj96d5vv54bc', '127.0.0.1'),
	(28, '886', '2026-11-22 09:48:48.076+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'SandboxService.AdvanceOnboarding', 'ok', 'req_06h05a449dv3k9y9zrreqw4d18', '127.0.0.1'),
	(29, '887', '2026-11-22 09:48:48.081+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PaymentService.RegisterPayment', 'ok', 'req_06h05a44a5rgfcbvma7mbyj2b4', '127.0.0.1'),
	(30, '888', '2026-11-22 09:48:48.087+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'SandboxMoneyService.AdvancePayment', 'ok', 'req_06h05a44asy9bbx16dyjk5p224', '127.0.0.1'),
	(31, '889', '2026-11-22 09:48:48.11+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'AccountService.GetBalance', 'ok', 'req_06h05a44ddxj74hf93n9zmj0r4', '127.0.0.1'),
	(32, '890', '2026-11-22 09:48:48.112+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'SandboxMoneyService.SettleMerchant', 'ok', 'req_06h05a44dxx4n2se0c5hf64xp4', '127.0.0.1'),
	(33, '891', '2026-11-22 09:48:48.125+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'AccountService.GetBalance', 'ok', 'req_06h05a44f9szq8yb9cp962mp7c', '127.0.0.1'),
	(34, '893', '2026-11-22 09:48:48.128+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PayoutService.CreatePayout', 'ok', 'req_06h05a44fsrts89yrv2nm9m9z0', '127.0.0.1'),
	(35, '895', '2026-11-22 09:48:48.137+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'SandboxMoneyService.AdvancePayout', 'ok', 'req_06h05a44h1xnb2zj3333t9bac0', '127.0.0.1'),
	(36, '896', '2026-11-22 09:48:48.148+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'AccountService.GetBalance', 'ok', 'req_06h05a44j9z978a9gm9vvqk850', '127.0.0.1'),
	(37, '897', '2026-11-22 09:48:48.151+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'SandboxService.AdvanceOnboarding', 'ok', 'req_06h05a44jntrf47mr4ga1nw648', '127.0.0.1'),
	(38, '898', '2026-11-22 09:48:48.156+00', 'partner', 'key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'AccountService.GetBalance', 'delegation_required', 'req_06h05a44kdrdsemz0ahd9k4tf8', '127.0.0.1');


--
-- Data for Name: channels; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.channels VALUES
	('chn_shop', 'ptn_demo', 'Demo shop', '{}', 86400, '2026-11-22 09:48:47.529+00'),
	('chn_market', 'ptn_multi', 'Demo market', '{}', 86400, '2026-11-22 09:48:47.532+00'),
	('chn_outlet', 'ptn_multi', 'Demo outlet', '{}', 86400, '2026-11-22 09:48:47.537+00'),
	('chn_other', 'ptn_other', 'Another channel', '{}', 86400, '2026-11-22 09:48:47.539+00');


--
-- Data for Name: code_requests; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.code_requests OVERRIDING SYSTEM VALUE VALUES
	(1, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', '', 'email', 'stranger', '127.0.0.1/32', '2026-11-22 09:48:47.735+00'),
	(2, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', '', 'sms', 'session', '127.0.0.1/32', '2026-11-22 09:48:47.754+00'),
	(3, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', '', 'sms', 'session', '127.0.0.1/32', '2026-11-22 09:48:48.001+00');


--
-- Data for Name: delegations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.delegations VALUES
	('mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'dlg_06h05a443nvqz2c5g3nbqhddbg', 'revoked', 'agr_shop_2026-11-01', '2026-11-01', '2026-11-22 09:48:48.021+00', '2026-11-22 09:48:48.021+00', '2026-11-22 09:48:48.151+00', 'merchant');


--
-- Data for Name: documents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.documents VALUES
	('doc_06h05a42p5wc96wc2fbe515fsr', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'regulated_activity.licence', '\xa97cacd656f3621383d39e3b63d284f5c77dfef33483dd5762735ec3c687d3990eb156aa1fb3b02ae0c84681c1b50cfc2c9b092662f8309e173896d4e4406cf1c2186caad362d6c61e984e117a802b61fc2564affa029a05ea2597bab9e3af841576b3256f6d72936e8ef180b467', 'documents/06h05a42n5v2k0jnpwy4xb0xcc', 'application/pdf', 900, '\xbc9a19a3c38c9a6b3036ed3fd8e7ba0a074811fa9e7bdf4259ada20149c81d0e', 'received', '', '2026-11-22 09:48:47.663+00');


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events OVERRIDING SYSTEM VALUE VALUES
	(1, '809', 'evt_06h05a42asw651s6j53zkq8t5r', 'chn_shop', false, 'mrc_06h05a42asw458y5jvh82p5tyg', 'onboarding.status_changed', '2026-11-22 09:48:47.574+00', '\x7b226964223a226576745f303668303561343261737736353173366a35337a6b7138743572222c2274797065223a226f6e626f617264696e672e7374617475735f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3537345a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f303668303561343261737734353879356a766838327035747967222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2264656d6f2d6d65726368616e74222c22737461747573223a226472616674222c2270726576696f75735f737461747573223a6e756c6c2c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3537345a227d7d'),
	(2, '811', 'evt_06h05a42d5r5s9rb74raw0qsz0', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding.status_changed', '2026-11-22 09:48:47.593+00', '\x7b226964223a226576745f3036683035613432643572357339726237347261773071737a30222c2274797065223a226f6e626f617264696e672e7374617475735f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3539335a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c22737461747573223a226472616674222c2270726576696f75735f737461747573223a6e756c6c2c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3539335a227d7d'),
	(3, '813', 'evt_06h05a42g9x3sffasftn2hv4eg', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding.missing_changed', '2026-11-22 09:48:47.618+00', '\x7b226964223a226576745f303668303561343267397833736666617366746e326876346567222c2274797065223a226f6e626f617264696e672e6d697373696e675f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3631385a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c226d697373696e67223a5b226964656e746974792e6e6174696f6e616c5f6964222c226964656e746974792e646f63756d656e74222c226964656e746974792e7265736964656e7469616c5f61646472657373222c226964656e746974792e706c6163655f6f665f6269727468222c226964656e746974792e636974697a656e7368697073222c22646f63756d656e743a726567756c617465645f61637469766974792e6c6963656e6365225d2c2270726576696f75735f6d697373696e67223a5b226170706c6963616e742e6e616d65222c226170706c6963616e742e656d61696c222c226170706c6963616e742e70686f6e65222c22627573696e6573732e6465736372697074696f6e5f6f725f77656273697465222c22627573696e6573732e63617465676f7279222c22627573696e6573732e7461785f6964222c22627573696e6573732e61646472657373222c22636f6d70616e792e72656769737465725f6e756d626572222c22636f6d70616e792e6c6567616c5f6e616d65222c22636f6d70616e792e72656769737465725f6d61746368222c22636f6d70616e792e62656e6566696369616c5f6f776e657273222c227061796f75745f6163636f756e742e6962616e222c22726570726573656e746174696f6e2e6465636973696f6e225d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3631365a227d7d'),
	(4, '814', 'evt_06h05a42jdt23d0bcdja161e78', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding.missing_changed', '2026-11-22 09:48:47.635+00', '\x7b226964223a226576745f30366830356134326a6474323364306263646a61313631653738222c2274797065223a226f6e626f617264696e672e6d697373696e675f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3633355a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c226d697373696e67223a5b22646f63756d656e743a726567756c617465645f61637469766974792e6c6963656e6365225d2c2270726576696f75735f6d697373696e67223a5b226964656e746974792e6e6174696f6e616c5f6964222c226964656e746974792e646f63756d656e74222c226964656e746974792e7265736964656e7469616c5f61646472657373222c226964656e746974792e706c6163655f6f665f6269727468222c226964656e746974792e636974697a656e7368697073222c22646f63756d656e743a726567756c617465645f61637469766974792e6c6963656e6365225d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3633325a227d7d'),
	(5, '817', 'evt_06h05a42pdr5z8jnd6d8w63rmr', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding.missing_changed', '2026-11-22 09:48:47.667+00', '\x7b226964223a226576745f3036683035613432706472357a386a6e64366438773633726d72222c2274797065223a226f6e626f617264696e672e6d697373696e675f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3636375a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c226d697373696e67223a5b5d2c2270726576696f75735f6d697373696e67223a5b22646f63756d656e743a726567756c617465645f61637469766974792e6c6963656e6365225d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3636335a227d7d'),
	(6, '819', 'evt_06h05a42qhr5179pefvmza9wvw', 'chn_shop', false, 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'onboarding.status_changed', '2026-11-22 09:48:47.676+00', '\x7b226964223a226576745f303668303561343271687235313739706566766d7a6139777677222c2274797065223a226f6e626f617264696e672e7374617475735f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3637365a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f30366830356134327168723266636831767478346d6837357634222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d30366830356134327135787237333964646b6578683476637830222c22737461747573223a226472616674222c2270726576696f75735f737461747573223a6e756c6c2c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3637365a227d7d'),
	(7, '820', 'evt_06h05a42r9vwv0x0px781nvktg', 'chn_shop', false, 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'onboarding.missing_changed', '2026-11-22 09:48:47.682+00', '\x7b226964223a226576745f3036683035613432723976777630783070783738316e766b7467222c2274797065223a226f6e626f617264696e672e6d697373696e675f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3638325a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f30366830356134327168723266636831767478346d6837357634222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d30366830356134327135787237333964646b6578683476637830222c226d697373696e67223a5b22726570726573656e746174696f6e2e6465636973696f6e225d2c2270726576696f75735f6d697373696e67223a5b226170706c6963616e742e6e616d65222c226170706c6963616e742e656d61696c222c226170706c6963616e742e70686f6e65222c22627573696e6573732e6465736372697074696f6e5f6f725f77656273697465222c22627573696e6573732e63617465676f7279222c22627573696e6573732e7461785f6964222c22627573696e6573732e61646472657373222c22636f6d70616e792e72656769737465725f6e756d626572222c22636f6d70616e792e6c6567616c5f6e616d65222c22636f6d70616e792e72656769737465725f6d61746368222c22636f6d70616e792e62656e6566696369616c5f6f776e657273222c227061796f75745f6163636f756e742e6962616e222c22726570726573656e746174696f6e2e6465636973696f6e225d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3638315a227d7d'),
	(8, '821', 'evt_06h05a42s1waqaz5rbegn222h0', 'chn_shop', false, 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'onboarding.missing_changed', '2026-11-22 09:48:47.688+00', '\x7b226964223a226576745f30366830356134327331776171617a35726265676e3232326830222c2274797065223a226f6e626f617264696e672e6d697373696e675f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3638385a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f30366830356134327168723266636831767478346d6837357634222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d30366830356134327135787237333964646b6578683476637830222c226d697373696e67223a5b22726570726573656e746174696f6e2e696e7669746174696f6e5f6f725f706f61225d2c2270726576696f75735f6d697373696e67223a5b22726570726573656e746174696f6e2e6465636973696f6e225d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3638375a227d7d'),
	(9, '822', 'evt_06h05a42shvmq1n1736kh97pvw', 'chn_shop', false, 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'onboarding.missing_changed', '2026-11-22 09:48:47.692+00', '\x7b226964223a226576745f30366830356134327368766d71316e313733366b683937707677222c2274797065223a226f6e626f617264696e672e6d697373696e675f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3639325a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f30366830356134327168723266636831767478346d6837357634222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d30366830356134327135787237333964646b6578683476637830222c226d697373696e67223a5b5d2c2270726576696f75735f6d697373696e67223a5b22726570726573656e746174696f6e2e696e7669746174696f6e5f6f725f706f61225d2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3639315a227d7d'),
	(10, '822', 'evt_06h05a42shw0k6tg4w35w0zza0', 'chn_shop', false, 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'invitation.created', '2026-11-22 09:48:47.692+00', '\x7b226964223a226576745f3036683035613432736877306b3674673477333577307a7a6130222c2274797065223a22696e7669746174696f6e2e63726561746564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3639325a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f30366830356134327168723266636831767478346d6837357634222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d30366830356134327135787237333964646b6578683476637830222c22696e7669746174696f6e5f6964223a22696e765f3036683035613432736876676239306138656e737837626e6b63222c22726f6c65223a22726570726573656e746174697665222c22737461747573223a2270656e64696e67222c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3639315a227d7d'),
	(11, '841', 'evt_06h05a432nyas2ts7n9env3yar', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding.status_changed', '2026-11-22 09:48:47.765+00', '\x7b226964223a226576745f3036683035613433326e796173327473376e39656e7633796172222c2274797065223a226f6e626f617264696e672e7374617475735f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34372e3736355a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c22737461747573223a22696e5f70726f6772657373222c2270726576696f75735f737461747573223a226472616674222c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34372e3736315a227d7d'),
	(12, '878', 'evt_06h05a443nvt90spc9rkden8hm', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding.status_changed', '2026-11-22 09:48:48.029+00', '\x7b226964223a226576745f3036683035613434336e7674393073706339726b64656e38686d222c2274797065223a226f6e626f617264696e672e7374617475735f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3032395a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c22737461747573223a22696e5f726576696577222c2270726576696f75735f737461747573223a22696e5f70726f6772657373222c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3032315a227d7d'),
	(13, '878', 'evt_06h05a443nwad21wj69rtbgecw', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'delegation.granted', '2026-11-22 09:48:48.029+00', '\x7b226964223a226576745f3036683035613434336e7761643231776a363972746267656377222c2274797065223a2264656c65676174696f6e2e6772616e746564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3032395a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c2264656c65676174696f6e5f6964223a22646c675f3036683035613434336e76717a32633567336e62716864646267222c22737461747573223a22616374697665222c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3032315a227d7d'),
	(14, '881', 'evt_06h05a4475w5b1atjxpr0rrczg', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payouts_opt_in.granted', '2026-11-22 09:48:48.057+00', '\x7b226964223a226576745f303668303561343437357735623161746a787072307272637a67222c2274797065223a227061796f7574735f6f70745f696e2e6772616e746564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3035375a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c22737461747573223a226772616e746564222c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3035345a227d7d'),
	(15, '886', 'evt_06h05a449nyyvd6zen3ybvejeg', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding.status_changed', '2026-11-22 09:48:48.077+00', '\x7b226964223a226576745f3036683035613434396e79797664367a656e33796276656a6567222c2274797065223a226f6e626f617264696e672e7374617475735f6368616e676564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3037375a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c22737461747573223a22616374697665222c2270726576696f75735f737461747573223a22696e5f726576696577222c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3037365a227d7d'),
	(16, '887', 'evt_06h05a44antbh8cp0hmsq0z9sg', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payment.registered', '2026-11-22 09:48:48.085+00', '\x7b226964223a226576745f3036683035613434616e74626838637030686d7371307a397367222c2274797065223a227061796d656e742e72656769737465726564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3038355a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c227061796d656e745f6964223a227061795f3036683035613434616872326431706e64353761786876636b63222c2265787465726e616c5f726566223a226f726465722d303668303561343461317a6431347176663664686872367a7938222c22737461747573223a2272656769737465726564222c2270726576696f75735f737461747573223a6e756c6c2c22616d6f756e74223a31323330302c2263757272656e6379223a22504c4e222c22726566756e645f616d6f756e74223a302c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3038315a227d7d'),
	(17, '888', 'evt_06h05a44bht871g2aycbp77j1w', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payment.pending', '2026-11-22 09:48:48.092+00', '\x7b226964223a226576745f30366830356134346268743837316732617963627037376a3177222c2274797065223a227061796d656e742e70656e64696e67222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3039325a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c227061796d656e745f6964223a227061795f3036683035613434616872326431706e64353761786876636b63222c2265787465726e616c5f726566223a226f726465722d303668303561343461317a6431347176663664686872367a7938222c22737461747573223a2270656e64696e67222c2270726576696f75735f737461747573223a2272656769737465726564222c22616d6f756e74223a31323330302c2263757272656e6379223a22504c4e222c22726566756e645f616d6f756e74223a302c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3038375a227d7d'),
	(18, '888', 'evt_06h05a44c9ved451wdanzgq2kr', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payment.paid', '2026-11-22 09:48:48.098+00', '\x7b226964223a226576745f303668303561343463397665643435317764616e7a6771326b72222c2274797065223a227061796d656e742e70616964222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3039385a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c227061796d656e745f6964223a227061795f3036683035613434616872326431706e64353761786876636b63222c2265787465726e616c5f726566223a226f726465722d303668303561343461317a6431347176663664686872367a7938222c22737461747573223a2270616964222c2270726576696f75735f737461747573223a2270656e64696e67222c22616d6f756e74223a31323330302c2263757272656e6379223a22504c4e222c22726566756e645f616d6f756e74223a302c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3038375a227d7d'),
	(19, '893', 'evt_06h05a44gntyha82y0zhkqx83m', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payout.requested', '2026-11-22 09:48:48.133+00', '\x7b226964223a226576745f3036683035613434676e74796861383279307a686b717838336d222c2274797065223a227061796f75742e726571756573746564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3133335a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c227061796f75745f6964223a227079745f30366830356134346739786b62337977663665633964736e7838222c2265787465726e616c5f726566223a227061796f75742d3036683035613434666e7863353179356736346234306b676467222c22737461747573223a22726571756573746564222c2270726576696f75735f737461747573223a6e756c6c2c22616d6f756e74223a31323138392c2263757272656e6379223a22504c4e222c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3132385a227d7d'),
	(20, '895', 'evt_06h05a44hxsk5c9hgc24zxntbw', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payout.processing', '2026-11-22 09:48:48.143+00', '\x7b226964223a226576745f30366830356134346878736b35633968676332347a786e746277222c2274797065223a227061796f75742e70726f63657373696e67222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3134335a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c227061796f75745f6964223a227079745f30366830356134346739786b62337977663665633964736e7838222c2265787465726e616c5f726566223a227061796f75742d3036683035613434666e7863353179356736346234306b676467222c22737461747573223a2270726f63657373696e67222c2270726576696f75735f737461747573223a22726571756573746564222c22616d6f756e74223a31323138392c2263757272656e6379223a22504c4e222c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3133375a227d7d'),
	(21, '895', 'evt_06h05a44j1y8k2y88bf85ax74g', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payout.paid', '2026-11-22 09:48:48.144+00', '\x7b226964223a226576745f30366830356134346a3179386b32793838626638356178373467222c2274797065223a227061796f75742e70616964222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3134345a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c227061796f75745f6964223a227079745f30366830356134346739786b62337977663665633964736e7838222c2265787465726e616c5f726566223a227061796f75742d3036683035613434666e7863353179356736346234306b676467222c22737461747573223a2270616964222c2270726576696f75735f737461747573223a2270726f63657373696e67222c22616d6f756e74223a31323138392c2263757272656e6379223a22504c4e222c22726561736f6e5f636f6465223a6e756c6c2c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3133375a227d7d'),
	(22, '897', 'evt_06h05a44k1vkzewf4ctwgfg014', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'delegation.revoked', '2026-11-22 09:48:48.152+00', '\x7b226964223a226576745f30366830356134346b31766b7a65776634637477676667303134222c2274797065223a2264656c65676174696f6e2e7265766f6b6564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3135325a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c2264656c65676174696f6e5f6964223a22646c675f3036683035613434336e76717a32633567336e62716864646267222c22737461747573223a227265766f6b6564222c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3135315a227d7d'),
	(23, '897', 'evt_06h05a44k1vrda57zq3p260w64', 'chn_shop', false, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payouts_opt_in.revoked', '2026-11-22 09:48:48.152+00', '\x7b226964223a226576745f30366830356134346b317672646135377a713370323630773634222c2274797065223a227061796f7574735f6f70745f696e2e7265766f6b6564222c22637265617465645f6174223a22323032362d31312d32325430393a34383a34382e3135325a222c226170695f76657273696f6e223a227631222c2274656e616e74223a2274656e5f64656d6f222c226c6976656d6f6465223a66616c73652c2264617461223a7b226d65726368616e745f726566223a226d72635f3036683035613432643572327a307a7273386b61656839787867222c226368616e6e656c223a2263686e5f73686f70222c22706172746e65725f65787465726e616c5f726566223a2277616c6b2d303668303561343263397474373162387a706e776e64626b6734222c22737461747573223a227265766f6b6564222c226f636375727265645f6174223a22323032362d31312d32325430393a34383a34382e3135315a227d7d');


--
-- Data for Name: goose_db_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.goose_db_version VALUES
	(1, 0, true, '2026-11-22 09:48:46.485676'),
	(2, 1, true, '2026-11-22 09:48:46.559971'),
	(3, 2, true, '2026-11-22 09:48:46.721176'),
	(4, 3, true, '2026-11-22 09:48:46.769785'),
	(5, 4, true, '2026-11-22 09:48:46.976338'),
	(6, 5, true, '2026-11-22 09:48:46.994989'),
	(7, 6, true, '2026-11-22 09:48:47.036241'),
	(8, 7, true, '2026-11-22 09:48:47.190624'),
	(9, 8, true, '2026-11-22 09:48:47.237978'),
	(10, 9, true, '2026-11-22 09:48:47.23918'),
	(11, 10, true, '2026-11-22 09:48:47.254115'),
	(12, 11, true, '2026-11-22 09:48:47.254342'),
	(13, 12, true, '2026-11-22 09:48:47.268881'),
	(14, 13, true, '2026-11-22 09:48:47.269263'),
	(15, 14, true, '2026-11-22 09:48:47.287776'),
	(16, 15, true, '2026-11-22 09:48:47.334576'),
	(17, 16, true, '2026-11-22 09:48:47.343378');


--
-- Data for Name: hosted_codes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: hosted_sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.hosted_sessions VALUES
	('\x5d94187220e04f1c4755b743d99d6c1569b96dc40d4c7b35b60853a8f9159f2a', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'onboarding', '', 'MgkXC3HuwmocQNms0OL5Lw', '2026-11-22 09:48:47.745+00', '2026-11-22 09:48:47.761+00', '2026-11-22 09:48:47.724+00', '2026-11-22 09:48:48.067+00', '127.0.0.1/32');


--
-- Data for Name: idempotency_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.idempotency_keys VALUES
	('\xdcfbb1514853def91766dad9ab7976a8ea4e811cbe02b7e989cc541621b43429', '\x01046465763126f8d142a424a8bf6f055d4e13e2aa3a2e796f6395e903eb5e19a0d1fbf2bdaff68d232f9590c808d4b8fba029c1434c318a618b4ea07e40118e6cd1', '3f715a4f-bf03-4ee3-a95d-8c6c4ca9715e', '2026-11-22 09:49:48.126748+00', '2026-11-29 09:48:48.126748+00', '\x0104646576312e7d97caced086c3f11792ebd4c0875d77d9e4ff1bffdfcdadacb4749ed44261a50b5f0b82614e7ee9c7bd1e9f278c84cebd23de3fe7b1bfe437c0dfa70b4b35c014bb32e308757f1fca56bbcb2daeda3aa2a41e3027f14531b35036ccaa848c4c9c32ade01b83930658da8efefacb403b202f66e2f54c15d3fa6aba61b536979ecf20e7c226f08c1877cb5126b553c67e8e6943b588ea91a137bc84f319e33d358e7cc2165048a9bd2d9b282c1791558c06fdbe9a09a2e3d40e1a0d9193fa78978536b377e9acdc795564cc57f36d0b7ebd32c069bc7a08de9eecc51f1f559b1ed114ba317764d092c0de098e075083eec5b103b32a17ff2e669d47e0487b6f9b3d26a4deff977142be654fb732db732254fd1f9b9318f29e39be57e157251b7a472090f277e3549fec9938dc494766663bb5abf28778d5dadf45aa2fc16f0dcdb0b567b8b7bd131c4a72ae281a67fae84fede2f1400c52cd257442eb7687503be0302f2cd62b5aa0dcbb9ba7f209a8c97844e45033ed2f46a2fff76d93c236eb7bb1feaf3062cc9ff598d440838aad575a138d2f48f57d30beb0033e3350f8d52b5ed5115ac22081a3e12a0f7b73476ea54820336d468accbfbf0747defb5f979fe0e454d450f22a5b505841119549149b8df79d54db59c8230000c7ef31d4b3e50de90051427c7001533b1fcaa56c9d9ab06ded1fc48cc2703882021693dbe269e4152cf570070d09cd14701f956a4ceb723e7ab52f8fedf716952df266b2056155b1d4f489f21f03b9bbba292bd383a8dce6f16c1fc17c77683a13a46da85e4b1332e33286a064d9c39d3e941db3211387f461ce4013c7168af9388f11697d98d5a8d4ee9d726aa7becb38c115bca3374723c0ac76bf9095edb07c6034793419090dae0c3390a7d5c7d6e9ca735b0da180b8a2fe6b2783b728ee99fa18db701f07420a2b5ca34426524210bcf97931279ae8aaa0f4853813d6f2cd71c7fd45533bd15481bb3773e2401927ffc2bc088cb48cf63db84c4066516971c3c9067039bfb608eb2b9d78a724b45633f84a31cbc7636d6ceb24f7955e8a9aefa21ff3a10a03e7abcdf94895f76857c6bed01c9b96a30075bb3e6ceff583b5598bbd152c6e39247ceee9c846e155c81550f69a603eedf6e2b34ac13da645ebd1c0');


--
-- Data for Name: invitations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.invitations VALUES
	('inv_06h05a42shvgb90a8ensx7bnkc', 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'representative', 'pending', '\x92389bc84b671e2019c126d2747d2e3d087dd15ab9801057ca1fdbe3c2018c4a1624c11a4a19418829ea9ed7ec2373ad58a226e5da6ef4792f502cb96d4ad15fa00f10344b208e3627495b6d4ebdea364efd768bfd47c8cc9ae5c08454c8338086ca106b8bcc31bde47b6916cd6782', '', '{}', 'pl', 0, '2026-11-22 09:48:47.691+00', '2026-12-06 09:48:47.691+00', '2026-11-22 09:48:47.691+00', '2026-11-22 09:48:47.691+00', NULL);


--
-- Data for Name: ledger_balances; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger_balances VALUES
	('mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PLN', 0, 0, 0, -111, 111, 0);


--
-- Data for Name: ledger_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger_entries OVERRIDING SYSTEM VALUE VALUES
	(1, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PLN', 'payment_paid', 'pay_06h05a44ahr2d1pnd57axhvckc', NULL, NULL, '2026-11-22 09:48:48.087+00'),
	(2, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PLN', 'settled', NULL, NULL, 'stl_06h05a44ens33adrrrn0bj25xg', '2026-11-22 09:48:48.112+00'),
	(3, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PLN', 'payout_requested', NULL, 'pyt_06h05a44g9xkb3ywf6ec9dsnx8', NULL, '2026-11-22 09:48:48.128+00'),
	(4, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PLN', 'payout_sent', NULL, 'pyt_06h05a44g9xkb3ywf6ec9dsnx8', NULL, '2026-11-22 09:48:48.137+00'),
	(5, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PLN', 'payout_paid', NULL, 'pyt_06h05a44g9xkb3ywf6ec9dsnx8', NULL, '2026-11-22 09:48:48.137+00');


--
-- Data for Name: ledger_lines; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger_lines VALUES
	(1, 'payment_paid', 'clearing', -12300, -12300),
	(1, 'payment_paid', 'fees', 111, 111),
	(1, 'payment_paid', 'pending', 12189, 12189),
	(2, 'settled', 'pending', -12189, 0),
	(2, 'settled', 'available', 12189, 12189),
	(3, 'payout_requested', 'available', -12189, 0),
	(3, 'payout_requested', 'reserved', 12189, 12189),
	(4, 'payout_sent', 'reserved', -12189, 0),
	(4, 'payout_sent', 'in_transit', 12189, 12189),
	(5, 'payout_paid', 'in_transit', -12189, 0),
	(5, 'payout_paid', 'clearing', 12189, -111);


--
-- Data for Name: link_renewals; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: live_register_entries; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: merchant_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.merchant_keys VALUES
	('key_06h05a42bsvqq32eer9e1bhk1m', 'mrc_06h05a42asw458y5jvh82p5tyg', false, '2026-11-01', '\xbaf1ec6803dedf5e9cd6622b7161ecb709a7271ac8d876227006a4994e9b8d93', 'mk_test_vep118', '2026-11-22 09:48:47.582+00', NULL, NULL, NULL);


--
-- Data for Name: messages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.messages VALUES
	('msg_06h05a42shvgvdsjze8evnejrm', 'mrc_06h05a42qhr2fch1vtx4mh75v4', 'email', 'invitation', '\xe4c2742f7b7ce57e888d167253ed1efb9ed4d7fc3e2fb3bc9e082b9766d91b0768ba5670ca74e34542cea89f71cc59b7b6685857a8fca65eea90bde596b1d78470a5c2d3e92b4e499307316600ea3cf033c170f7b8593b4e2321731a5b4214dbd4b90920585f1d72949c47c4bf5d85e3e68254ab18', 1, '2026-11-22 09:49:47.861199+00', '2026-11-22 09:48:47.891957+00', '2026-11-22 09:48:47.691+00'),
	('msg_06h05a42z5rq34awm17e3dmy8w', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'email', 'code', '\xcfe8dbc7726de0a0942ee7315ab60fc203bb847afd4135915f7be4b98dfffa89d5403fd64127377e252a8b3ceb435eafbceb2ef875835f1b9e749d1605868c7970e163ebde69ddb7459fc742fb54c1f34dea56de814d7ebf', 1, '2026-11-22 09:49:47.861199+00', '2026-11-22 09:48:47.912414+00', '2026-11-22 09:48:47.735+00'),
	('msg_06h05a431dxe58dct4j4pwt6gm', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'sms', 'code', '\x596b3d193f5fcedbcf1673f2bbba464e92ae97a53f86e4c99941f26208f8b578e955496d8e5ed4778483960971bc42c266bd1c935e4350e9b5c77d202678404e097c6707d2161ca9455381a97e2cdd', 1, '2026-11-22 09:49:47.861199+00', '2026-11-22 09:48:47.92582+00', '2026-11-22 09:48:47.754+00'),
	('msg_06h05a440dzdf6q68kv6e8jwb8', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'sms', 'code', '\xe1a32d49d95d5ff9cf851190721d8e846782a1d0176b4d58188c222c80ad7e5f37bd17341d138a575a603d1a2088e3848bde955c6942d79e1feb5fcf3acfd7a2e92b041a9074cc97079e02b228097e', 0, '2026-11-22 09:48:48.001+00', NULL, '2026-11-22 09:48:48.001+00');


--
-- Data for Name: object_deletions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: onboardings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.onboardings VALUES
	('mrc_06h05a42asw458y5jvh82p5tyg', 'chn_shop', false, 'demo-merchant', 'draft', '', '', NULL, NULL, NULL, NULL, '', '{}', 1, 1, '2026-11-22 09:48:47.574+00', '2026-11-22 09:48:47.574+00', '2027-02-20 09:48:47.574+00', '\x010464657631aadabd8b4c33844c095cb5db12a7e91863afd6e1920742a9c15136ad1508a8a2bb277941d91221c1d2e1cd0d28e64aa37cb1e9af064cd8a2d37e0dc1', NULL, NULL, NULL, '{}', NULL, NULL, 'none', '{}', '{PLN}', 'not_requested', NULL, NULL, NULL),
	('mrc_06h05a42qhr2fch1vtx4mh75v4', 'chn_shop', false, 'walk-06h05a42q5xr739ddkexh4vcx0', 'draft', '', 'company', '\x6279a3d66221bd7bb85582a51aa70bc674deb18d26b4585e29be210db877ca565d3c157b0976d78ff5edd351aa2b8beb955da0b3480d90f99d0c3d2a03b8788af5789cb551e643459301293f8fcce94baec11ccc7552ce322428235798fb437359b112ccd05f7253e11837e3630622604c89b32f8af29b640455d0e937079a96f7240db3d3f22faa01baf60f701cdeddbfc2b157fc6e44', '\x016ea898278b7e001ef7cc64b372a7d6cdc139bf34d408d5a1d817ecde800a80d8df9451a58589ceda95c0d98b80d1de32749e445dcfba5bd0c29d6a9a4a34f2d99b79177dc3e19c635c1ccda6da7bb7c2e392acbe3a032e9285ac9e5616f4d757b00f3f564e876175dab90803e10f6484574f58307deb259ae80b633358ab58a3928a7b5f42c371cc62494414f34ec428d527ea6d865c1ec52e651b2aa3451e2f83bd020017dac24daec5ad391de057d9f0d7c2d7c2955b70781c4d030bb6e5a3d7fefd9b5443113223aa88f68fd2013c9b6c75530cfd18e5b8b5412a87714c1ec59badf4cec5a007178b1ef557b90163acf2c1a556162ea5c48191d4e35b3f2f1f338e47ad35f969ec50a4778e6ecdf3f020ce00e6c3bce1', '\x0ffdc4b70e62496f7186f5a4fbdb6f01e67ce57863b7b6e44e710c49e9b8f67b3fd3c86984bd4b78917c714e541376dc57a5318e3f6475e6f39ba7fc4c296282dc2f869df0268fe1228497284e39b08a62a3e2f6a6d7658974e525343d0c009938f25119e72bb02adc00f06eecc9622afa2e29439ced6fd862edd1c1f992ca1d5c8818ce5038c45f8aaeb243e27583ec87b375be519211b6921b4fb101016956f7b9b7b90bd8f29a7f3abfd2ed70d1196a1238511ab706394e3e9d8f627925f5bd18a66f419aaa', '\x7439da68871204923554ca74c3670e4692f4deed66067a999cd6394cb6061707d5c491bad7e0fce38dff5bdbb6afbfff8ad969d2f2cdb7f8dcb032167e9b960c7825f005d002a5eaa17e6a5cbd8b1da405d59e62172fdcd818a8f5377f2ec36997cd11df946d52b0b30de5d6', '', '{}', 2, 4, '2026-11-22 09:48:47.676+00', '2026-11-22 09:48:47.691+00', '2027-02-20 09:48:47.691+00', '\x0104646576319632d7ade56367568e8427f9b0eade3b305dec1c9f336159e7553884356329e38ee7eb2f015c6329579da075ec9c0e90e4d18cb641c2d1d50b987f21', NULL, '\x05db497bc8d47ea83fb7843a32f962fffcf4300a8719e50862979a39b41c6ad864bc34d8ff15711affca4bfa293c8c1194a8e8161137ccb177e2dd1bbcbd56e436d7ba2de5f67d69043b1c9e604730ae363d87d17414cadd9903c26e1c30068628edfdae2349cccc31bb4f4e7621fdbaad43cca0d861ae2a3203a48cee9b3d9e99a96ab59f158bfcaf7b0c46048737e9d1a5b5fdcfdaa07ff3eb89cc6cb1f98f4f9fe9e54a2f504f088de2b0dda63cb3895d3447f49b2f35fbe10f3dad74c0d4faa69e83ca1a7781fb6b7efd6f7db005abe56f1cbfb19123d2af903316b98467f442133f4a4020e3dd91237f3b2e13f37ee8135d759d66e656fecb6a7ea67e8902f8425946b261527d002bf4350fa10f15ac1caa774afbcc8aa86871810e5dcd51b8f4f74419b01adc3a4a4d935f78e52ea7c5986978154ce726b49fc0becf9c7438d0b46add7f0865f6a92eaf29299ef614465a695c0d278b068df2fd8660eb7782dcb268d66ae70b7db8d33cb449e3e9f3c5b708dea0a571a06631cd1e2236e62ed5cc90c2bcddff141d5c60763fc7d643142e4a599d2fcb4e30aae90f70659f535622125fdae0b9ef1f774f213b1a7df2b3a13f3f294eb7377bfe096c90a8a6085116d2035b606d84b41b71ae75ad59bdcf4fd3ca7d425d0a0940752e1b5564d05aef1851e73c944ec70558d86bc052584a2f7f5b8a52ad236cf30b6fc56186428b6f6d276434d570823383a6eeb4f1cd401b8996165b1220b758e8fd912beb9d4b1acb3832724a176177dc5e2089999ab04fbef05484d9068d64c969133fb74913b5575323fff8c993d466411fec99672c4e5bd289e6f8ccf08aebd074b6fa9a496b21e3b19fdd19f33a8a11bf8c983b58dbf99a0d4bc35e0e7017436080152e710da56d77ce77aed79351e3023c965b71adcb1c1424e118c3973201cae312c5098e5822bd17047ee167e4ad4a667714ae2e70b93eb73f9a39d0440f1a88b4bfeb0d75beff6223cc73ad7ca0f2623b34a5395926f925eb858db9179d8a7b00b97f46c48c423340c7d6b968cbeab9ce6b96c43f053fccf5daec70db8b554e52950891faeccb0421eea7eaf2ab341fb1a2bd28762b03efdfbef76e32580471f7ecccecf451f227c5006b253bb3b2f735487bb12bf3229cf3ee8ea13d2a55eb3ce8eb5b2e4781dd19787573f2c33d30af5ac1b609d1eb756131a9973f17beda5b5307a7b688d5e556c604b6915c7e0ee967262c6fb3f8ea740a3135655d0fadf2b646d586c0d54824c65507cbb627416f5ab8b679b7ad16358feaf0133394a70cd7a8f88c708370978e298c68b8f5d2ba5b226daa510322add6c55f58c6da53226df5b3f600fbd77957829b824e0dab7b3041b5741d5cb20e4b2e189bace613fd0a8078fc2949d53bfc8f02003e373970d89674380acbbb5a186908f7d9c6f61c1ff5ab77ce984a31805aaccaac114a3170282f5803868024b52296881983751340a7fdcdfaf96aa1309922e51122387b49468b039316be1a7af4a2f32106c6cae7e4d4f134031eecd9a0035a72ea2225106cc9bcbcd72614da8b3bafd05708a460f66e6dce82067805b9faf252d0303bb41d00de9b9c01f15b7ad4da8999c1ea82a431c8974b6bf698541e342c08f8f55eb68fac7fe1981037420c9b98f2', '{"as_of": "2026-11-02T00:00:00Z", "outcome": "found", "register": {"number": "9990000010", "scheme": "PL_KRS"}, "snapshot": "4e85261761931cd03997c3a85a6078cf8df76e03e1b569a3dd801575c11da51a", "structure": "multi_person", "checked_at": "2026-11-22T09:48:47.686Z", "legal_name": "KREDOWE KOŁO SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ"}', '{}', NULL, '\x14816b49b1fae556b9dd0b01d6049ff95b25d9e57bd62f547ce073f2821f112d0fa2a05af99874c026b288f403a723c5a1698eacbf383b555ee7bdc275ab18d9b8ea16df32cec02187', 'none', '{}', '{PLN}', 'not_requested', NULL, NULL, NULL),
	('mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'chn_shop', false, 'walk-06h05a42c9tt71b8zpnwndbkg4', 'active', '', 'company', '\x9817faeb6735cc84db569c67de5b892bd68536cd6ec057bce777d9efa554c9b4a5f89257356e7067a8c7ea20a081c0339379c05691337711622e91634382da0e1f87e47727c70c64919e5d35de3d6f0875f27934eba38760d85d992406acf9536facbe0b31fa124e542c6af7ca59e155ddd67ee7c9b0c0eb13fec90bc40bde2fec4482df60c1a2554092481587cd16e1ac4d', '\xe43dafc24c778eb5df1d3c0ef8ea650b2f73320cf957276065a31fb27017355f71bdea0d835d828ceebe42860091f2712c2f5409bc16d0e763448053d0c22e0a4f65a6c3036cf1fd4400601c2fc3896cf84df4d47f9a7e1c5b98e34357854e584c65654bbded4c1c8c03f771deed24a06976d0c21b8baef2f437678960c3dec2ddfca571cb0959c06c391bc6f41ef6af3c23712efb68a5d75a44b4b8f2b4a9beffc71da1c661d7fc7b3c5464087844b285feeff4a8a87a8cbcb0270560e2b9ee362d349020b3e5a69ff4ef7ddc5c1f1830d97cd809b73a1ca1203199fa274574570bea2eca2645cf1340d30e21ff04f8bedcc6a43d0a7fc9578fdc4c268f1a06b726a8be812061bdf3ba2a7b8f2eb0cb25a20008b1a56a72a3e29f703e2b', '\xef88c38ce5d11c5cfda5033390f6fb69f9e02f1d412564837de8a85b56ed272e3ce382197be520b7647d3ec0e2d1110a7eb8eb5433b57100c12a97bd9e8bb70c72ecd5cc49c20c7de30cc80b6b73d37a94e56cf572eb11af9df7643ed38c7ed4bd374e4283b644cfddf83c2cf4228d3840e47843a532e48fb58627d72ed6c6f626244f0feecb4cbaf6d5e57538e43086fa8ca5efd2edeebd155a9e1a5b505cd00067a253ff67160cdbb9b7d09dab809ef54d87f97d1c83aa6988f8cdc622e71403527abb52c54e', '\x009e694d4840212324adfd16978372cf4f97608e199d7dde08a64141ff87473765fd5366d8ce2fbfd07cb3b68853f1f06ff0a315a95d444b5531bdaa2245893a19c041d75d43e19a9a4376eab7535158b5164cfa1f7b805e0c43dc47ca02cc1792c504988ac14959843076a30844a6adb4', '', '{}', 2, 16, '2026-11-22 09:48:47.593+00', '2026-11-22 09:48:48.151+00', NULL, '\x010464657631063737983f151b094641f5639f7aae1744367e17508526bd6968896668688f8988e0ecdd6f4bf6d2fe3c2d458c872f800b8ef98dd8d5f8c9f904a3da', '\x749e8df3ad3dcfa2c1c395d241132774fc10c47fcc5f012d07f33d757f729c80a60adfbcb1db4d6a6c99b965008598b5197f6daa7e091236a8331ab8fc86637d3e660630cfcaf5cdf04566bf65a4e647ab2c029b877959b0555db9a9ff67299be0fa05a16bd3c8f91d7c172cd69af64a8b854cb101e017bbc56851c4d52649774f1066c268adbc026a07f7a014d871a3dd0ce16de6c5fefaf24667516f771d7dd40e00495f6fff5314830ba877d7368f3f70153abe44bfb4bd9243c2bb377adad4baf3bae065c8ca26d7a7352ebffe556af4f0d1011ff80309bf02954d81873b597707fc17196be88bb929b95b32c436dcfe7b65b8c4c1c9c9e9b1df15d9869426dcaad3ea47bdf8f297bcd6fb2e8e21cfb57b32242dbd9e7d3d2b9b08b260380dc5d144131eea4a89b82b48020f3d448b843fada54a968e838d674f7a45749cbf79bc349363503510d2ef4470', '\x1ab518e81cd5b8d0ca07b7739904d932a4355afd8a1b09d83e6e476be224fba797ed4c7da02d2215ec815a4fb8645f0396ff4b2343d3febdc777b4b10861cf1ff1ee51649683d05ab19dae3f38b6b1d8f4d6644ba4afef6c93e5a505052e72b796a37acd37578b9e3cdbe75e0c8322d69f5f39986a3c3266f36154fb0d35cb659d92c0cb4eccf823bd9f7af668436e09d4613768f7a6ef86859fd835a179ae97e25f5228c9544867e2e1f6b5579d8e7f18fd426bb54097188f5a90054e56854dd83fafe281e07debc51d7eb6977c639e46cc7ab417c1479d99998623af061dca4317b2d3efdd20750db7fca33fe85794f347b4c746591d9cd3e5b0b5c4dae27e352b08075a6318016d66ea4b1ed4ac2b01b9d6f120c4cb58c73cc6229cdfd733199bc26b3a248518e956d51ab9b66ad6385f9cb3cd4360ab193d9176eaeae944339be545551c35447fcd6b0ffbfe2521079d13c672f2449ece4f09dfb4d43f65de2c4bf24994d55961c23ac8dbbfcbcec6623ade9854adc95bb1a4cbb4396fc7da57b971f22baaac4b7b828b47aa25f6d64351ce1129847edd94e64370a56f7766329bb0e59ccce3c41feb075cf7cd6472a0e6ca929ace4e3155a18d8d82b1e15305a5118cd1c7df4ba22931ee165c0f65da95ff29feef1f5dacac4dd5c71bc3d3f48259f7f14f99e675d3f8bb3c516d2298c41f698ef8dc3c6cc632094a344d1e65284b65b7a54ccb0a7c92c6e5a55ae00fb16c4c47b989153a03417b094024b352494dd13381bfce56cee2dd5d56f0b53e60fd3fb54d74fbd0ddd800497367f47319b757fac90e417c5e649c91b9130c10bc21cd2fb07271d7c6a9e176fe12d7be975c05ff9b2e078a803322633520b585b08e25360e33587867ba9897bef530f5983d2c7214ee3172d4754fd5bdd30bbbe701abdabefd8949d3da4b70c379e5544453ec4d24343beb39a0bae1e4ade6da174d81336ef900778550e6350f0a678ec64ad6a984f6e71b7c3377375a4a2ae15fc1ca1f7bd18fc9fbbf591a6ee47bbfa400d26d4ca70ea719c0fd4399669e85ad925935c79e45479e1de6434d5a0d716e6fb6e1560ea970334eb5195352ca2a124b0d3e61b6c910fa2ec6053e72db4a9146b0f63bb6b72a2d2ed0cc0d20a039347175f968d2a8990d3108b72a16a4e9178b9e6b45e8b37d4df2f4b47f241bafd62476dc53949aa73f38e892dfb2ca9cc4b49e1e4b7daaadfeccc2990bb27c8f95ffcba2ba3d4d13a441d4c748d39cdecd2cda57a397f363899af6429299ab62620d2e9df58f9ab123cc444b45747915841cf11eebf7d23f7a35733cfdf62b97e1fc7b043186d9221d260d6db772a1ff1beea1ff683450f05081f57683ac8259775a42', '{"as_of": "2026-11-02T00:00:00Z", "outcome": "found", "register": {"number": "9990000001", "scheme": "PL_KRS"}, "snapshot": "7844463258a93cc2b62b8965b5cab780d4befb344c9dd6756380949f21d6bf44", "structure": "single_person", "checked_at": "2026-11-22T09:48:47.645Z", "legal_name": "SREBRNY DMUCHAWIEC SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ"}', '{applicant,business,company,payout_account,identity,representation}', NULL, '\xfd11ff5fb04b7417c5a690bbf63afcae97d7dcc95cafda2c2e580a2029ae6b2a1106fb6bf0b38b57213cd5228de7529258848bc5552301a0cbf815803378b0f0c35059e4e403aa249fbd3a296d1eba29d1186b8c0b81d238255a42b683dbb5a3b48fbee0d433d22933d15c18cc0006e7e70fda0341439e80dab5146446ae2b8ab12ca9aa879a73a620c8b6e5a7b1e06efcad8eb0408a768cd54ac94cfd3438161558181873521f0d347e9ee1cd1b86ff3a5141655da9f0e06f1080cf9780da7203dc2678309350b8ae367049dac23bec46e8b7cd0107e4c76fd1cc556b57b9cf60a1d6d256f05c0ad64e59cafae2ebcaf41726da38453e57edc1bedb577a72a9f0391e8c37e50b9dbad392422476a69c4256a1337bce732a8d199b4b819e8af686c219035986408524821947ec96158ec830ca84bd7d1174fd8a9616097475211fa3a87e23126b66279336c3b15460001d9c7f47919d577c74e5de6b431f17df7415acb83982a1305a2d43c42715369671206b959efaeec1af2d29357667d0106b92724f0b3ac19026498f3edef1dc04854b3b2ffffe87e1986f8295cc347c71207f8a1981b6f4ed5aa1d655f76cbe30ecfe7a70c5bb070c70387dd67afa43caa77b1ab47d3662fbc9c5735d3b6060ced471f1baaf76cae1e8b6d9d2135eca61f9757a63641eecb45dce24181566284a45fc3d5c9f97d2940b3305c9e463159ad788c8a0da1acf95a75e2b9a9e0f3377bec1aea1258ffdedae68c812321e2306d8ec7adb536823e208d5337bf83c091bd227861e3f3c5b0f944ce222623d8ed5070029c805844de6fadff442c47d2daed98db75a78cc6f8923fd7e0ccf097a1d153d22466d96f337af84dae5c3e8cba82f9be9acbf4e4fdf5c262ce85fe942843d0f43b16cdf8e7d5becfe6ed4709a4ca4eda2d5425d5e46f0e5e2efd420c0e8e663f43ab275c4d5f364c8fc54e24e5976b7eed77a57f306d884d222788058bf142ee59a9f53d0048172ca57dc7cbde377d516d63be5977b4fe25981d6f568581e4b5c8c129014a9e59dc666a86325ebc8fc2e99ad2735860962e7a22d207631d5c78b0f2feca3e9c8a0a9c899df2abbf47d1d079dfd558699449f724ae8dbd8fa2f930f439d3635e699ce2622d4eccc5e0dd4314deeffcf878cb75acdd1ed7b7c27d10646e841528143dc7271b1e9ebdf2ca8db7e3edd64c3e45c00a125ede816b63647845b79c5b0af25c098fae9bee837c1e633ba3fb8513b505442379266b5ee993904ee196dfeec91c14aa16147bb35bca4b4cd59a58e99131c48a56e6175360a6de70a6162e22fa6e15530db9f48e5e6bb8d60e8db5126f7aadeb2773e5d40bec9ee9c2bf1b447a74fb75272810779e5a0fc92b3cd27053fba0f938a95e3fd7b4a8ad71a5dc04e64d155780d182744b8de325efa4316d85067c0e9ac1de6bf07b15be000789ee3b49622d18e94437dbc2cc2a2906fe89d889d854215d1f265063cd5f7db10f40395606b0cf8066ad9ddfd36c78e8d83e16c73377eb8bab658711aee1ca67aed50655ac9cfb4964967098e12dc0864bdbe0ef9066086bb9d67788b2f146f30ba83236f974ffec89e0b71548667ec71', 'active', '{}', '{PLN}', 'revoked', NULL, '2026-11-22 09:48:48.054+00', '2026-11-22 09:48:48.151+00');


--
-- Data for Name: partner_key_channels; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.partner_key_channels VALUES
	('key_06h05a4275xczbk6d2kpdee7q4', 'chn_shop', 'ptn_demo'),
	('key_06h05a4281x010yy8gnwmtm81g', 'chn_market', 'ptn_multi'),
	('key_06h05a4281x010yy8gnwmtm81g', 'chn_outlet', 'ptn_multi'),
	('key_06h05a4289x77f7mc7a8m567kg', 'chn_other', 'ptn_other'),
	('key_06h05a428hz2748j285kscb3dc', 'chn_shop', 'ptn_demo');


--
-- Data for Name: partner_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.partner_keys VALUES
	('key_06h05a4281x010yy8gnwmtm81g', 'ptn_multi', false, '{onboarding:read,onboarding:write,account:read,payments:write,payouts:write}', '2026-11-01', '\x9efd0737c94773fd0132e94f1d9f607155e57a193803e9f1d3c4eb194d94cabb', 'pk_test_74fd1d', '2026-11-22 09:48:47.552+00', NULL, NULL, NULL, NULL),
	('key_06h05a4289x77f7mc7a8m567kg', 'ptn_other', false, '{onboarding:read,onboarding:write,account:read,payments:write,payouts:write}', '2026-11-01', '\x4666662ec9fbe7927fbbd1372f02b62356d6a21e6b7ab56d3657898305d03395', 'pk_test_7f9cvc', '2026-11-22 09:48:47.554+00', NULL, NULL, NULL, NULL),
	('key_06h05a428hz2748j285kscb3dc', 'ptn_demo', true, '{onboarding:read,onboarding:write,account:read,payments:write,payouts:write}', '2026-11-01', '\xebf8d119452c8997ca3bbfda86476d9a43922b1b9c3121b64866096adbd1b394', 'pk_live_h0f3th', '2026-11-22 09:48:47.556+00', NULL, NULL, NULL, NULL),
	('key_06h05a4275xczbk6d2kpdee7q4', 'ptn_demo', false, '{onboarding:read,onboarding:write,account:read,payments:write,payouts:write}', '2026-11-01', '\x198b91a406fb2223a8c8eaea7e0f7c865c18ac4ae1b2f4ea35c748a88388a837', 'pk_test_xrt0q9', '2026-11-22 09:48:47.545+00', NULL, NULL, NULL, '2026-11-22 09:48:47.569593+00');


--
-- Data for Name: partners; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.partners VALUES
	('ptn_demo', 'Demo partner', 'ten_demo', '2026-11-22 09:48:47.516+00', NULL),
	('ptn_multi', 'Partner with two channels', 'ten_demo', '2026-11-22 09:48:47.519+00', NULL),
	('ptn_other', 'Another partner', 'ten_other', '2026-11-22 09:48:47.52+00', NULL);


--
-- Data for Name: payments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.payments VALUES
	('pay_06h05a44ahr2d1pnd57axhvckc', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', false, 12300, 'PLN', 'order-06h05a44a1zd14qvf6dhhr6zy8', '\x09a048d647ddc400b598411afb34b7e0eace95afae8580ac620846c8fa5096b3b8bf698b8f87f68b58d1382708db6adaaff526255f11629b7a126b61cea29e34db0a5735ff7000010a785f7052fad3cc5b95a1b4efece228bdce484a93da94af86b41ac30ce1303111698125b02204989cca53163c961d3d0df68caae2fc2fb11e36032bab8c4bebe95fdadf3f17541e121826ecdfca6626a92c76aa5819fe39ac79f0925e0df0be7002fed29b407f2c560ce7308edee8c773766876e4606a9ff69380b03278337210278f9af5a0e43e3175ff5d', 'transfer', '{}', 'paid', '', 90, 0, 'partner', 'ptn_demo', 'dlg_06h05a443nvqz2c5g3nbqhddbg', '2026-11-23 09:48:48.081+00', '2026-11-22 09:48:48.081+00', '2026-11-22 09:48:48.087+00', '2026-11-22 09:48:48.087+00');


--
-- Data for Name: payouts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.payouts VALUES
	('pyt_06h05a44g9xkb3ywf6ec9dsnx8', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', false, 12189, 'PLN', 'payout-06h05a44fnxc51y5g64b40kgdg', '\x0cb90a29166966a33fe02211b16260463dcf062d721bd52bd45d45fbea2fb54cc3170762a9ba49f2bf17faa6a8a42e54a453b5839611cf7ef0911c3216eccaacadd42829f958e4af0c98d481a0f5919a4fb6299c1801d8ac556e428d19f317dbc5fd0964b9d781f66e3c75d2fdccaee85c877437ff4bf3fc6b8da6967cf8b575', '****2874', 'paid', '', 'partner', 'ptn_demo', 'dlg_06h05a443nvqz2c5g3nbqhddbg', '2026-11-22 09:48:48.128+00', '2026-11-22 09:48:48.137+00', '2026-11-22 09:48:48.137+00', '2026-11-22 09:48:48.137+00');


--
-- Data for Name: register_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.register_entries VALUES
	('GB_COH', '99900001', '2217e5eae9ef40fc0294944a1388d5f4f194d3433622e546bef2c41762b973bc', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631e8433a9ebf27e1ef2321883af5876411daa778c3ab80ce8f7013b26e526d021e06d68ce332f463c28ca1fcd78f7595d98f10f3bbf70408bd9b66c3a6f22c8f4aebd27278bf3f47886382404a156f0ebbf10d0270f578c8ea11bf4fea63259aa63a839224e81a349cf17c4aa6d1ed7ab2414f11e15f62f79e149feaf4ff07c28ca53f7ac576dd5357e2d5ff28f4258402c87317d7fa96bee81adb6689612abe34c5068dc748a08b2affb1c7efc8d1e5617f9adec8b15dd6c91f96a914148137769d26b24fae151985ff60dbb1500aedc276d48e92ab4503846a160aa7b1ce149a699f1b580ce84b67f70cb2de35c09cd07c0e9a377a8906ba5387480ed3e3b2638bc60a967f358e70fc30848c2cd18e8b53a4b93a89df308f96997645ecfe9bf6'),
	('GB_COH', '99900002', 'd9c1a60b77ee81b5ceba0200c8a4d3ce1fc40a6ca7d1f0e468c3d1a50ced79ac', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576318def3b628d1c4a36c40d8ae5ea881352764bc3a0c159672cbd4f0c2c60fd97d337753310fa212993cba36c5760dbf2d105a3fb6f46e92044a1b69eb64140076f40237f7a6ef5ad32aa3685e89dd29c6828d23e5685c91893906c846bd8a0f4eecc727b45ce3e261cf72dd81496c434d6d7a78d0c9f9019fc90ce96f6ba6fd74005435e3aaf275c85c5e72a6841eaf5c41cbfc5ba27a6c8588658ce739611bc8e1e8ff2c4a5db359a3d6466fa7fc1970b1d8f89d3cec58ca5ad0b9535039f96ecd4932f5fcf1b2745b5855f9a1fc98cfb852b46bebcc371da0884a938719fe8175bed52ae776d2e22d0ce6c94c56e50cc0982762e045671915489809374357d487780b56a9cd10c9bd87eca66fc2a9ef2e5b34f01e6634e84f9fa8cc3d5e396b6e4424f97b0493832750eff2c84ba8ba049d60ce13e5f72ed86d5e191b979f60333e65a18f8d9bbd5912c03be2202d63bd6591a87653ba917b2fec46ded132778cb45988eb6eb9f1c3008aa24556bdd313c3d14e4229e9728d7097d5f7ca8b44fa8b2439f5baa624d8c55b648e1d1c45f984bb7a5aead8052e05731456459700b89570361a5759dcf6a22abcbd00ff157ec059bebf576a4551b5243369b1c7d5f54'),
	('GB_COH', 'SC990003', 'ff7245815fb98c87932ae42276f2f69ca9b9c367af391edfd4ae15d1926b25f2', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631fcac6a27bc899810130463370add9c6341fe9ab3d419afb2440d2bdc65419a4516d56972c1a746716da898708179cc2d7d2065bdb4cf66dcb14d5abd4399fa986b7550758cb74d551ba6987c7c1e54f9682b230c49e8fb58e5f2ec39acba7708d4e56cbb4d4bcbf44050c0b3b9849350d4e92ba0ad4e9b1317f55c7f37bbf80c8d5bdf9cae501e76d56e3de99b0fd3efd263892f6087c5a5108e3bd5aaeb1f9a1369b6368e576a9b37953aa96fafc69852d5bf42e7bf8adfa990ad88e2e89217f9e0891524bd908378a6836af699ca3742d04baad3f472e243b5a315a514e87aa56c2be11970bedbe54460921a89a49c086ffec17e3aa2ac5cfedd62fe1e6e1b30e855c63ae6ac7fa6134f3206d4ef03247dd62f84c879759ef8d724'),
	('PL_KRS', '9990000001', '7844463258a93cc2b62b8965b5cab780d4befb344c9dd6756380949f21d6bf44', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x01046465763198efa784da668409cc3d345013923a6f0ab0b6122c89e96eddbde41237b391ed2260e8822717fe2119c5678d1fbad873e40cc0b981423c27e1429d5bf9c7b3f25be0a2b3c2a9ef0703f7352529ca9aed78581e2465b929241beb421be2a2ae51e7d732463e5c8a052b20fca7690a37f22fc8c8660750eb231ee82791da30891b23cbede4f3586836ba221028e9d47f447623c5d37e2ab5eebc49899af4d4bbfe396d68f980f4653ebcb25927a363c92b68cf48793e9a6c4dea4b3eefb562dfe1230eee66601bb169346d1a44e032f6e3c59712304ac81180446613c2b601a35e1942cfeefb1439c10173bae8b06e2e53b6333cb244ca72ec6c6393bc862221d595bdf09b077590964d98c595e8e4319ff4c49261ca72936ffdcf7bfae180fb6116d2e4a86370a767ab4c6c79fe06c5dad9b73edbf6e2fb59a6842b7730ff03431df357727b5809b00ba2e73f6fc4a66536fc99980767f9134b72359cdacf6343a63415a488574d56d71a3ad9c13aca2e903c676accaefe0f4ac6b6d90c3f92c4f85e0630e3cd84e5ac529e057eeaa7a054264f7bf79a22bdbd0d2846c683d3f910899550af33d7f1395888d27ee70a18fd41556fdad0164d1080a946b5fd'),
	('PL_KRS', '9990000002', '17c753027288be3850516695a71f4564cd306b6cddd5e737e593ecd0df325a00', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631467ead5f84ccf92625c691cb9d5523cd9e35e36e31b023ff5fe5a2246b3f28dd6acf79b1ad1a8c66b091aeab65bb01599b43e1ea723242830400ee4b7bb00dd30077120caa11eb762158b0d04e4753dc2458905f6fddd0a047038ba96aa11d6595c6619da8f541faad695964db732395adce2c14182341d3d7664fbcca53a406d7870215386a21fd57a08378609c7e4936e871bbfd6f7cac3b1d34de83f6e2e8c47625fcca8867eeb129551359a8fa10e779d6f12eff79289082e1f6b608ebec81e711c48825f63ec05deab58a20288ec87af562b881c05c72e97e532c9a14e340b570fa5d3fb12a5d59fce2a91cc24c51780bd3de83cbfafbfda27034d6527d492f862c24ed194dcf0666f6b4b4473ed2f54f257a1f46c3ab629ccba6da4ff26d431a32407a0e27083522c4327e362d2bee83cc526ea4cec658262255766dae7dafd604804a280c2bf47c85f8210a9333948a45ac66b92b635a664fb5d3caba466f8f6e5e7032d250c2db6530bc2d69273a9ef8ca49ffba8e2b096f0936071d9be3d8ce13a6b6322aaaf1bf191db658a4f54bc8ee5e3132633157750e13985eeb7696531c2bad1106a90700504feb966b0a240907295c8a25a12591fc5fafa5c4c5ce10ddb4c5fa9c2c87eaf891941b4f8c0085f4321b905f6f60ee4937ef751ddd0bc96effce377601868b4f14b6e4c7cf24e03da86aa0edabd0168c2cec517afa282b41be2e55b25f4d93be252f8645495965b2ec83f19b51acae4eb298e1f7bea7614aeb40adf7954d782414f59d538538b0a307'),
	('PL_KRS', '9990000003', '13658c10f43c0f0b2570e9515501f8042d04d4d5ec1a7ea78dce09eb1ef70c57', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x01046465763117272f7067b6bcf90e5f9e6c7337992eef5fb91e93ef7bed014e0689272c06ef4d888a6764b3259c7fb653ea84195386be39d01bca320d3d0ea77fae51ad86e2c4bff1ec3d2a31fbb42b2fea9eaf1293764d5d3759b0d57ae9a190497d72ff507bba2f473124f7e7c864ecd115feb1d626adea3b2434d64d7f30b5f997189f3f02abaad4916d9ba0569ad073567f380a455e07b178498b057f3b9289f98b76fc40771236b114d6b6cf0ba8a3322e3c9835c797426a1d53970de9896810b5db286e6e1c6ac0e5dff3829358b2d21a8f61033f96b75709c122ef849c40e231aa5e6a8be0e88b0a45369d4ed543bfb6f02450b83543a182fc426fa720be16cbad3744767fb38d8b39b8b75ee98c0a6d32b0be6331acb94695ae38a8292370a23ab7700c41e21e96d66e468f24ba1489fe6e43efe6f9ca7aa78a26b14e82eab29c4cb5000b70e1b40a9ce12b78a45af75db898c57b7e4b4e5dc5849d09035ce72a54'),
	('PL_KRS', '9990000004', 'a452727545118be896e724f1e06eba9fcecbf8aaad5dff35910ddcf5f1349c19', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631d485824055feb20100be911566a903c4a71123f9a8eebb02a0a235795341f42ba3ce9fe8c209d92cada6e0f5f742cacfb3a7b16d825f881329ebbd2f7ce353af88816de97661bfa8122eb831406b2840d7181021e41c02b35cb2f1a1e685f35b8540308db6359971b983e10d5a9cfb525b143fb273c8b1c061583f39d1134f7b96e36ca65e797d7df23060fc31b156866d956f0c3df2688bb7a97a2b2a9bc266b9314fbf29f4429a4bd45354a3af74f9cf39647a37c3a5eea9c74d4edac1b263a5e1b53d4fb85f862b2fb80d756852a963b17760095fdfea903f86b673a040547a79769cc669d4c09a3f5d54fc021f8ddb45d1a641d9a37b6402ca12c3b2e71d353bdbc771e8cb976cc3c4aa5b0baff32ec359f52039bd7c433bf3ec746eb721d4ab0b714a6de30570205ebcc19b8ad087fde4c1fac3176fd7cfafeabc76c8dec1d5b3f37f666baa27ab4b7e8f23f744cc8d1a1fe8a69be1397805cb74a6429c5939317e6bbd27de4ec78fc2a73406d4323668d36e7475061b17e14814cb8d03e28704af2a03a02ecf188558ddb9da23efcf0a3e7aad5886f0a07af84bcefe8795e0549c77de8355f735c4504ff490a6f52cf27ec261fb72cfdc81eb13aeb974041b1db7942631b84cfd0a0ee8a7faf70f32d397febfeb48198ca29224b183f9aacdd8353df29354d4095c162bfa5e90d0bb7b493e78f9187990e3f032688c61858a0f86b2e6c028d33526ff6b267429d10bde0c09d1b73b00cf43ef51ad32f098c5974660b46c798d91e8bc14dc102a62df135565cc5839c8ec0a2d2f4f03812460e4a3726d0ae2244399c36c'),
	('PL_KRS', '9990000005', '4f2d4c0f39974cf4f61340f11054de2fba0537548081b9378ef1831428906cb1', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576311d583c9f23b8da4acfd2ab1e7f4e8ce074fa0bb6a9e4cbc4083fb0507e7dd37cce50949e483f86ac8d625a19af3ca83cbe3b48df7c79c0913ec0d2007c811dcdaf0b535652189ad556e01223abdcf3a091ac9aa10d18ad66dcfa385b270af25993d748dab0c66ad1e42d615ef50bda78c330152e60c71983aa93ca7aabfc7755b37ad8f0741ae6c558305b5ab7c3930893abb6cbc7d495441e2a1e0c1d93e214a2ddb5e795d4e6ef7d94268f0d40e8b268651c76268a5d8c418d20d8eedb94f9cf7e178bdae3fbef602ab7e52f594b990b5bb516f1059f0c7faebf5f4f6db83486f8f5df24719a01ac5d6b91ef060158e62773597718e94f29201d16cbc8b813b57e1875d0e167148d03139e80fc287a92cf4a9d5951e0e00ca990774807adcd24b24aa5b607dabb97b07b0bee135876adcb5df5b190ef1c98edf1b36c2017c6fe84dba62205d3800d655ab0558aa4481b905827a59fd3b3e5890b905fabadac540d0cceb5d57d31e5548f78c15f7173e4223b72588b634b2bdbe267d83edff0a8ed65a90268570aa5d36c3a6bd3a56c14a2a7b506d251c599d37659e074790374b969cb8d3c4941b927b9cf7dbf4bfd21da60dfe91aafeb68069c8c7820e6989788bbdfe86c306e0c7b03899744785f'),
	('PL_KRS', '9990000006', 'f583e3189bdace73d20c792019ed29c5befbbfe97f06eb7fd37f2955ae993388', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631d41bd460eade68c1d50c2e00e087986567ceb470aa5867b4dae2bd4f8c32fd0c386e8463724f9bff71276d296888ed4e4fcbf34f3571b97aaf4c534bfc3b4a4a98a1e2b559f1c65a383aaef38e4de3eb89c8cd3e35b98f9ffcb5642e48c5e82660d58f7b4add84800e2516a21726ef5b18e3eb3fb56589cafba7ebd95b06bb8e93b3fca6ae68ef81afb70bc499be3aa2c7fb76a235967aeafba7e92169a9dd9a162438a6e8a8947a854b07073a1ded2549377984715180bf4b9c28afe2df30c7462323ac5fe87a6a5105db351086c7fb7dec9fcc4c0df6144dc455b1b2908ebb3eb06ff3159be081710daf4d5cbaa7ad50c274f1b43ea04c084aac9f36ac343ecc06989b7cf02273ac41d1df472f1f3591fb4e05f26e18f19fa0aea96c72a8a66361608dbbc290460942f0659f220f10af69b8ac2a759e6eb30fb1db2add782d40948b8aa107dcc409015ed9e5ff1ca025dcf8c02da52e2385f251e93f5792122457d1d856115429071dae6bae3e0436feda78abed9f29f9ea61f2e234b5cc07958a51206abdfcc346d0ff7ba268dfb5427fb04fe76ac92ac4bcb287da5b3515305f85df8a166c0944970afc5c824d864164a24aaa7f7c777b26634f'),
	('PL_KRS', '9990000007', '24ecec98b058f35ce5f2f8064edd272bbdfec22c080a6455be9dd1e2bbb59605', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576314f5dcb60f519f171b44d46be0ae1295c83f210c328f967d392596b9be5004614db4f090cc059d34c98b0b4e5192f4ca77dd5eb953b209bdf5b5bb6800b1646f60681055756f0d4d724a0886ee6ed1e42f0f6672e0b5517a413b01bee245307683c81c31d9f416b2d42deebd5e768d1773c2ad4bc8f6fbeec68e37be7eb8ad65d9994c7f3d47c10e00a95a4e06ec7978d4eedbea5daa91cec6f38c2977b701e58f8de32879c8a7d54975ef6f7c7044c6d44a78c4b3484c486939d3a1c806794ce220ba3f5ff2cb69d936c3e6bdb8f1170d32e502ff7c929b31dccd6924111e43e31730d36d70858cefb412a656d1bedeffbf456b8565fcf0869b1df4604b23b2be83a566c48e644baaeb71182bc1fb7998dc5cbd7f3e08363215c1a066aa303da933745b472103cfafdc5c05a58184f03691cf92f2283aef3f47eaa09526cbc0cbceb9d467354cdb5423a6153c8604d9d907f0794fb3feaef253892a7bde660b9f9c58ccb274e99ed0a6a6d3c38ecbb38acb24a259e24a0529faaf38a158d76b20983d70d4194755f564538880b1024197ba22d7a474f7840e6a671b78154a3a9cfa9b6f73b740f59d2a929b7f779d01383584b76a4a547707ec00663fa6848964d9371bea209fb20f469654b778182ee7b7a90fb3374507f558bb4fa83843cc3fe02c95b173f25f422542ede530a1e287d9d7091ba842b12f23a0179530d2050e0686357d8d6a485e45277aef595bcbdc473c9ac3e2a1e900230dc24163cc430953abbdffd20df415a0f82bb60e4df84cf06cbe1a0a5cdc87b7f78297858ed70fcb9278cc9b0cece813355927c497b9a021f0b4d82d1e3'),
	('PL_KRS', '9990000008', '3db544b327be9b81f1e16883a97312f7749e35a2a73c6386b7fd6960ae2099c1', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631cd90662973507263e97fea6c8b21cee6bf30262ebda90c8945344413511a6520785b19153d152a6dd424787d38b33bcfa1101550fec80b1823ec70b8dc80097d9170289e11027bbc93d7c2d4e2c684ede002d3f5b96937993a8667e8d56f5dd241699ddb1ca2e80e9b1713f78091e54b6d764309acb792045c042fff560dfb386402bdd4f7336c4cfea87a55edbb1bd8def1cccff925fc88f8ccdaa926d038f114ab04495187a15ae31972a65cdd54070e718fd05c842bce590f28199cdbd9a1a7905d977db68082297ed8171b910f29e23a07db968d8fdfe65ee74610a1413e11c8710367f1bca6937fc154e840403fc54690bb365fa54da912270d43876dc3ab3198de7a43d9d45ad1e0340a165835b26237d56f1def0c341e4531c42dd7d5aec21187f451300844b3c170ce9e677db4a80fdcef30c1dfa1aaf524a332bc5d08e4316323492ea622fc794d7f5f44c25b736996e9bea73f1936e72e1da2cd5588a27ea0bc5cf6bcfbfd0c96c77fe4bb849db735062074687e4331943654c91c36c2e1ec813e641b0faddeac18e7ccb238dc84af5ce4acf84e625d5a4a8f465192f52e097d9931e66482dd2452fb265858e8c3761c48084a70ede030a5edf7953ed7d8f3c2820f65ce42d60889f40c4a219eab91fd06dca5151966478ba19521171c13622e9cdb1cf313b47ed23a954efc7d83c156008a02014d1113259836b8af73826ff9ff4b3e6d77e6768eacb8deb388302071b838dc62c9a6b78466356bbd8a1d88b0c481235a603b21adc5f448488f3a46efdfa18028ba7baffacbaa1d3191fd32c5ebddad1af0e0e9aa1d95fa85abddf5ab6a2a173fe24b2a489428116ff78c6a4dca578d62f928ac70812dd5c4ebbcf6053a0b76c20e64a36c7838bb856ee79bae59ac8a7d2a1692f902a5ce306419052d0d704dfae2a896b1'),
	('PL_KRS', '9990000009', 'cc8c9a90faa19b2c494948bad0840a187bd63d3a38b5974ed7d380a364002228', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631c1dd899c00b256ca356f26e4c4b374e9f359f11930778572c4dc279cf030eee1ade14d18da4633e869b3277c968689469d20d38482438e5b76c7f88deb51c3c58bb7a61c271bc7c217c9a080672379eb2c7a12103df77597340612f5abbfe06a2923396773d556165d3308fd20191690a5132bb71b7353d75caf067056c6507b3812e133ce91616ff650fbe25ef1947c4845a8f9856d09183a43dfd03acc4acc48e031409a02b1864276c771d014e5587840dfaca85d85ea46e8c950dd96e8d3e17928154d8f307df4b58a683a55ddf0792adc97a453f1c2f84931feff7c5b35386d5d661ff1318360f4c4e8843257373b4c7d8f629714beb672dc793b8fbaa5704b588cd2c40f858e8ec7f25e43627397e8e2f7e5e00b58c545570d79a37d6a7062f677f78ee21fbfe7e088663465350c7ea1c4fb756d9231fe3940eeb0e3379e44c25eee40cb7bcc09db74f038900fd6cd90b42e8ad2a324d06ab40391129455d63a2a21562c2fdd5d59bc22be95fb77ff772c40e05badb891cbfbab01b777452efff98711dfa32cca3cffa0147bfa66d1a9b1251ddd3f355275c7c8e985e19194d5b52daf9961eb8baf46f6826485ebe3d5c8a02233c5c688d2bd94b9ffadd07f87c62bd5f0b30a04e3802a9261e46d5d7f5c5f2dd7429abb8082066e081332d7d3e8abbb39f08bec8a4eaa6568499e5aa3379d361b014f1d0474ed6716d3702d36d33e714f144149f9a136f1a918bad0df74991133902e504376cfc1e25036eef6699c0ce813a30d3867f01c0c1195affaa27c1a1fd4982a009ea322d41e98b54fc87c5854218f1360fc468c6b4d256fad3ada3e9c36b49392c9c3f30d0cdc89f0a8da36b928b13b9b5ada3e4a6ff0a5b5e5c8d9a3953338b5e8c9cd6d9324a59bb6e05cd649b52afa7cae7deb8c0deef24c4d418fec0d55fe09f80870cafe3ef675ae4b6b23e79d57e7ae755090ae5e4845d57e9cca959c6d36703192e3dea928d2397502a220322fc5f34d91d53b640d7ccc43022b6bb8060b35d0a016e4455208008ed91e56fe823eaa055856967c461d8f4e4db0f0af7b7d571744d73fbb517015fc2bb86a97200ab97e4aec774f8ba5aa164122d559fab07e'),
	('PL_KRS', '9990000010', '4e85261761931cd03997c3a85a6078cf8df76e03e1b569a3dd801575c11da51a', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631d429e4c2b1dd3c9880e68f42c4fd8a88a155ca6a7461e8d638c0280bb8f25105794bae5eb51d08e080030a67999ec198b03230f9affd36a596ca4eb7bc7532a24193340b7af1c45cd89f17034f800f3bd99006bd9f44d5d94d66579ca7ea6812a2c3d1bb17051451733009d7abf0953f89911f0f691d55c5af13d55fab44677abb1eb1d563532761b1abdded15763277810eeb6f3322f0e896429fbf584f818c98e7a741091b7ed91e00fcf1314b9891c591657a5e0378b8a6093a5deee4ac84b17c8ee084ceedb33767ea69b818c7f13907b9cd93746ba29fa87a8fc7064b2e961e5426d40465877e44d18d7342b41e680083ac4825688b1577bd02838bf301b7a6e6f1e60444ece44f1a73630bfa1f8943ab8235dcbfcf673eee23284314d2bf91cffd8725c5f753b676dc84150ba16e049c25f47796189f3b3b6b2aecacda212dceaf67211f0708246cd0712b8c2494755fdfbe9a6739690cbca7bcd117a02cf5f1c940aa76c90f8677a0849adeff311f0fd80af8270172a0682c4d5d27dca02fb04b7a0b59257735699a14fede7d5a6f1bc3a5040bacb10030df57152fdd3e78f2241ab8a864ec1c20d163f371611a86bbb9b22e38ef7274e4fe422af85d75849accd0392f42487543c71547559851c05748736c33dd21f5164af21103025d4da80f31e55610d076d1b10e63f3485ae336b69ec3d96cda3d3b35fd85d585538d2f15539b7aea75fb2e9cd223bdf8566dfe911df246d53f8aeadaa9a31e3d87df960a721295cfadbb5eca75d6aaec4a5bd0ad945a32537aa544ad557248c530d1d416e6d9afa663395dc29b1eb6fe602fabda808cf1368f7e126fd9c619de5f66e0af84'),
	('PL_KRS', '9990000011', 'e35ac9194aa3c3e4c239eab3bf4614ad9fe55503e7f470c4485e171f991343cc', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576319e25ec1f2b87895ef1b8d89c3fec30222251227ea07b0dc0f7efa05eb5f807bdebbc1852782309cef7f8a9a6d30cb50acbdbe44bf18efafccabd43539a01fe4e8f9edc69262fb716fbb6d39c019ae62731a73815dee6995eecde775801d3c48e4069a26376a05dd3046d479bb035befddc07cf9210a4b8544edf2a080c441694c99f19f7841f76aa4c12a74d31fdf180023ad4cd7158e6452f14b050d9290926abe247e9494cf09e2e2d1962f2f14ea4dbb8519a12067729771d1ea379b7f25275c4997ddf013e5357f6d25391c20b095b33c94ed9281fa040c675b36b4bf53b43ee200ea10cf24371216c0f0f6cfb1adfb489455ab1a4c8429f6969686b0c4c8286c3074cecf673cb6114d17e9a10fbf5b4acb11231d9aeaf21c78a816e4c2d6160dc89833e64fb030481468067d88f0ea358fa20f7bcfe897c5fb138e2c6247d757dfb98a75b13c7567d062775e5a1276c2d9043d4acd0b3f5ae0c7dc183b567d5247fbdd67ba5433472704689ae97111e6e241a19ccc95a948043f0d3c40dca37cbe4b7fef0911b2aba0bc82381489205a284fc48751fb769277c0df768c01358d2b9a9b4547a27492a3ae463d5327bc2c7a06e4bc8c90f288f0cd8085fa7f8dbf61bd95b3bbf6a80989bbef3d0aba95880dcd1a35dd73bfcab5b4d5c50062d8d76b4820ec4f6d55302724f3bd4a59f03a38f99ab5cb6c52e953fcc8bdc644d8206c62240635241baaea05bbdbf07d242b3b91ee8a19040e35cf29f374294e5bae676ece4f72f012be22c9f1c439c5eb4e5460239bd04dea67c6997253419e8f05b174588cf5e7402c1a1d00d4bf52dc4adccc8bf617edc9351840822c90e'),
	('PL_KRS', '9990000012', 'f2d8efabd16d141e88d7e70bd5d16120792f5c64a77264df7da14c05d2688072', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576318e9bb0b933cc542cc2c24094cd2e929c848ca7c8fc1c4adf649cf279f6367613840b158c5bcecdc31392969f8d1325f33dbdb985983524965e31aeb82021c54bbefeb1137c57bd6aa54095b625649004d8a8662f348233aec79fdbd8eccffa01da2789ae54f52604ab801ed2a82f82f33357fa4275f9be81a58cf34d2f220993baa45bc79620550170bb78d9290d9bfa263325765425cb942ea85f5f742ad27a719ef061831d4139c0026b24878445dd38eb8dc1a85c0ff06cae8f18f115f2cfebaa90896468fa8beacd58537a55f96865744e89c24d98a4a933359db0193177a73a11ab705eb46bf5f7fcbac4812abd066e54699779c49a9d348c2fe1fb4bec313bdc5c818324047d226f29e1ea7898a3db5c5b3835f27208efcf94967d9a5cecb9afffe6b957af07e47d4b8c51afc29109f430e9e835a031f698d29438c52ab727bb1d66ecb096e2a4f7f7147088c758287f1509e8988e0ef2f7c9241e9a9ec5d8e8ff34fd3d3c99d6fd69c929c1ee722204fbd27bd8ec6b08dacd3dc8ea6363f22d1c04cdc246419ff3c9a89c2f26c9dfc9c27df89ad3e5f4aa1ab937f8f19e7a0c037714aba025ec2a8f0a92d51b13b393eae57e008157d9f830a682d3ebafaf5ad7ed5d21ce397f529b4e089045f796c0b03943ee0c8b23c3cfd4821107c134fdc5781c56340682e703529654c1b7cdb72fb5a09cf022f80f77938ade38f26e5e072665a149b45080ed32649557523206df760171bc79beeaac1b015718d54b497b86fe2100700766132f9a5fc9e60a4338ac3ad15315994abc50f110a428cc0335d2e9178f5cef9d418c29fc7dd9f2672fb5be3d1be680cd96a5b941eaa45f3696860d285f1f77586f2f3365d6dda7919e2f0c1aae2d15e592ae8cf395e607ff6b5747f915e180471a0f61c45103c079b6ebecc263826ee604e645d1d55e83be24f72f'),
	('PL_KRS', '9990000013', '24fed2ba41041e6176fe84ae8a72ea8c0c2367e169bc3b570655a9faae2e5a6f', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631986d96a41b585a79027c0d854bf2f363671e730e9824749999a152c8bd153ef0e7a21ab04801e8b195d2997d73d714b658ea551e7032356eaf4a15995c05a2579173b7fdc29c4f138325d29bfdfbc390148781e453ed0bc5b144e97557bc20ba1f23c4629d033de5ce26748e3f506396e45f08957b4b0e3edf60ee6a18d0411e46a9c048e6292fb8ca5cc25ebaf0d69ea794ca7dec45d38a4f59ca41915646b851c3f650e32c8b5cab62b4567b4e00a2f5a8f9b94ad9bb35a6e0a06dbe3017e13d117dfd1115e02b849bb0f41aa13daf6c229908a5f303f620db2feb7c82318e1e7e4fc778982b17fc248c713bec02cb952e751de0027493410302f2109da65639a38214619fdf98b418a91c9e8281309b93caf259b533acefebc67aff662f2e11c27a42eb614fcbd9dbb76e549ae0162b81b333d5f126d7c0a6c2a1c0c783b5cb633ae6086824257109984ed4f58d491a9699a9631adfa2ab3df17312533a1eea526edccb9558f237d560d99bd4f8ed043a890bfff0575e1ac13e0942ea6c19d281a3ca14f5dd55fef5ff5d576e7019b93ce5ed4dbb5c0d1e2a6517bcb4db1f661a20c5cea83d2d86257161c7299f78cc0ba8c6808652bd534edd8915d0d39bf0927d70600b6f941dccc16121bd79b170e989b775f38cacf59a166cef9e6752ba18daba8ed0e3bff8a6cb50bdabd9c680ec716978c5cfb81f17d1d3061d631f229c53fff0aa8c68e7291710b42e7efc1750107d281e5c7338f16c738220a03881e16ffe055e77542667e8c55991850cc5166dc67b8caf31938233c7b7136b6564f32dfe34c0c1afd28e66f662c4446e84f45e7824df6e57ba31c8bae6ce41ec768a56ba00c1dc4bea853576e86c47221c7cc2d33a03b637ebebc3f382ef3e12ad8864a952a5ea219d6e64f478c56d3355f5c6d32d49ae3fc6cfeb4aa0ffea9084b958ba4b82f7fe90ad741c463caef8d32fb1'),
	('PL_KRS', '9990000014', '31d9353801654b08e36a4f368ad6f82a962a0789192b21ac2b3053a98cd7fec9', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631fb2b716b1e56bfc9c37348d84d378f7c87351616b231c8ae90ff244a7b6509ba67388839869b5ea05b03d54af44393d9fa5885f4fd5e8eaf0af72428299740e1af8f2096baa137c3f8b40cb9dd0f1f2cfbea8c94825e08ae222b0947b41154b8ab825863205e537fef231ee31ad457cee17c2d61519e24bb3b4952c3d741fcb8b173645f28394cf04c40019486d165b5563d45f3c063561fffccdf364a960d6e405b3f2ce96fbc448ba1ca6de32c2504cbe63d5cf3a01ce51602f2b1aadaef99457f84c426239c1f9a73e241a5bc34229e784be5f7d539501cea73bb20f87c455ac99947d4e746ff88c4ced5ab34d47141460099b7ad6fb30aece7131cdf457f989851351c97c8db1b57e58e9ffe4eb764ecd6fbf04b2e32b02d5c209ad5ab50b732aa11f100ba49483459e092f739a328fd8c65469cff05e230fdd011a36770dd3f07ba41ae2fa61afb096f13bbc34d36d60fc8f6b60036044488a37e58589ee7f6ae9ba3803bcd3f9efa817322b44000b3b99e9e2583061e887e91eafb1ee54d24c2a33abf0ecdb0337495690834a14dba458f737d60518a4f5a4be74d20fcc7e7aef66c0ed3087f5f571fcca807397715ab826b804191b1d74e2e6a409891f4df91ea8e9d3fdd1c92c8cc3c63695b6ea18a8f7e09ffc58c6912fa503f98d261350a46ecc75bbeda14944f82a7c6beb3706902340de09aca2aa1336d881545c54c01b0defccbe25562653f7f85bb813f93cd7ef2584ce741fb8394ac6656ec018a1825d6ca73dd6a8d9896be7f37a1c4f77f2465b6d40f1aa83c80d9c90767ce349bbc79be587c3ce9096735d927de472aeed8590a931f0107a312a1d06690b63b033c8a48f9ec524f067c5aaf9b9d595fafae681fbf1b2998e3b1a8e1383def2db1e4a341d07670c198c053abfad44dfd8d15c8d995328a1716eb7f37a0e9c5faf4376ee147d23f5a4c735d27d0e6b1165d4dd99ec666295640e6d258cfabe53f624a30897c98226cabdd45a1f4d6f9e2cb62ca7e419f62f88b49aabcf378e9afc70588551b49830ed59a6102e0c19256c0d0e2a24aca758be138802392'),
	('PL_KRS', '9990000015', '2a66bfcccdb29f002893111a56f8c48c3ae66d69cf53dd30cc89bdd91fa5b98f', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631cdd740d1a9c90367421a864adbb0da8d5ab5fce5e461f70717e8ad1d0dff4a80bd332bc49a951132bdc5b98458407c54966c68c7f74e5f9c8e937861f247e7ef590c134d4cfe0381ab154d4080446ccb283be050183ea78eb09a4ddd4ea1d2c3a6ee3f9d7b755e24459d62b59dabbb67a90016b89d8ba7c3fcfce196ff919ee4d0fc67c23cc2d720de6d04f39e8dfdf3dc4c2ed19046f03a3e6642f3bb0571367666928d55e4993210f80f308fe7668a9698978db09f5f5a1baa403ab821d9805a1ecdd641acabe4d2190d9f0bcfef7de9f0fbf3724c75801c56737d45cfacf7b25d430ce83bf41b133bd3ea207e3a2739e9a16f1137c9b9d7479c3530d5568fa6348515b7cb3ad94eb459fe23f44759409788a6cdb5c1c78d83824ce1884834e63c126e073846404b425d536772f503b743274dd379e5d1c480b73fa14490eb1fe9642d1c463db5963aa8d36fc8490c3dd14d139511fe29ec136dd481f898978252a0df64f653ceb053834dbef56cd15f1169f027d23fb5741de4dd270e657f625d8ef301cb7795aebf0cceed2489c998af0abb7386c6ade25cd0fd73cbfbbd422b486d29495159102c1367265adfc66770fd647b39b22ff216d004bed01f1168df92cc4bdec4b86c88db9db5b17feb0a05f5d560a88ac0bb106044c1a7801fc2f4f9b08f20d15e2971bba4674fdda838057ef210040ccd06a015e2507cc4174780f130dcfed54ca2bbf6f3862aeaddc6ef4c164c4b8d4fc8c6f796a30889fa186aa272cbe74345701cbd4395d32bdc059a98101dcd79b16006029b69cab2a1b104ee9ed06d1fd4ae18868c64570666a816c0700fedf4036f032e6ef96fba56acbb4373c7e5e4e678e10d3d8abd43f74c75eb8b9911ada028569482507dfce9cd5525551dfaaf3708a8eb8004710c65c452450a95a5a7e536d9a9c93efae7ce88f86447c220d019eee7b245d2034fdfc4815f9ae3653f6bf042b9c50a3acd21234dec59e61ccc0ee855ffb9d411dec3a129768abd2746a8ca0986cf18f951d4fcd05bb3add7c709a1c2b94595ccc5a8065d1ada8bfee6a0158049bbbd99109db1b0608e7b65e41465731add3d2ff214bea0a93fd9c34193763aee8695f271a68a924fd8bf645adc11098ce815fb126d5c913f795db79ee5aa4bc32863ab52f8547dddc89f45e335f4ee369b7012d0fe2ddc30a5dcd23ae0a71b82129c10f8a6fe00f340bcf083c0fa06d1912a3c6a671e79019c5e075b2e327b3379'),
	('PL_KRS', '9990000016', '47afdcc35088a7105ee5f799e7f7006db006671c70302f6e03a168b56e700ee1', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631efb3132024d204fe265cb772fc4cc9b0719af3c012e850a7ead46fa3d9c2b2b86dce1c7929decbb0b672ee0ebc1249d9e46f1e3748a41d5b463ecbb513997ce17050c3485ca2270988d6037b57ba43cafd484cbbaa03ada2e5776b82e809a7729b8848346f71cc104ea617d86b9a9f4562840cdbecc82849a4e7290c45aa4922aef8cc5247de42149a63f8410ea21a20f469284fecf5ecd0892120627c27b6cf4e15bfebb156e2897bfa40b8e83eb214f5c6e5ab887d005bc768bd763fd3b56aa82023a3b28cede1af12a0a20f398d4b512044ba20a18f80ed4c6785c15dbdca982abfce1ec521968ef98abe643c11233fda7dc507b536d9e9706234c7ef880adf40190876d44d219aa8a35edf6d096521d7dcf0692a1bab8cb7c6ecfd1d6edaad6fe3e340a1cb23d35d4c24a94b4122ebe45d39a1f1c79298b4dcade413dbff4f7efd6787363562f21b029c836a5c432370f9dfd61446b5df79a57f32fe2f3645c28419f6b7991767d683c08c69166868193579591618b22431e7c510216b73d593f59b44cf2e35021d9e5b4f7b0e2a48b773088256f34b8c2b796f05c761b2863cdb06e8e15dcf3b4b4e7531c5c6c11473708d6391e3a89f32f6bfb9f3f8eb8d92955833f7169868b54fc296782f3725bf49ad0fa9e6b8cf6a57e475b8f7576109913b64c14f63fd9458869afea51bbb66fde634ee97e20458f56de76319c20b85f64fa02b41a6a6d0d4a6ea4acff59152800a285f3942d4b20458335eef0594b00aadb1d239a1da64ddf60e361b65d9e7402b9e832250fe4e6fd3fef07d99ac8ded64b6882e2114'),
	('PL_KRS', '9990000017', 'fc7ce8aef6caad96ccc7a54d0cc36f24ded8fbff46bd45e19082245b1cba54e1', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631d2206035ec258b0a863c2f5b888d89e5bacd5b11b544319df3c702b80d9b40e9feea6d0ed74b473b4d7e68fe8135e13d68395ca12022bd85d99aedb18af1d9734f1d0e6caaf52b65c3a124b53a468cc42f62adfd8bdaa980100cf081c1f0edfcdd9c284e65ede4e13926d790c0981147c11d644bcfc24a1e98c2567fbfacf62dbd970a15543482d6212b670a93df7653a4d88ac753f7cec6b745a59ce599721cbd93de6da03d4e5fd7da2ce6e1396e59b88f78d29cf74484a83b3f263f63af71cdcddfa69c5f0dc78fe319f051141e768b7c60683ed46bece26250f87eb6cfe2f12ea11c0c1bb8a436ffbbad197b04ff0b97eae085e91198543177b48b89c83bf77999e3eaf2cc9f8682c2a99b3389e19ebf8139ce879b75d9bffa975605bb4cf31e1344a81df57e4478d17783e066a951e9df1cf74cc7b7792819a0e075eec34f645a47f340de2cb4275956c1abfc7cdc3ffa57312031bc5d02847d8a295cdb7b650946fb233a74f81f2710ba36d39be03fdbd9038bd0b3c6e88ae9857c73aebfa12442bf7f34dc4c1e8c09615c37d3681fe62788386797336aa5c886eccd86ed74168a51765d7c142b1c8629f67796444da584417c24e81cf31e08dd548d4da2366ecbb24cb9ec67b6d73b193dc2a3dbbd20e158e0a0e8e9f579fd7bd7072e01603e1d6c58859d8ab49fa3bafd1baad885002e8941d9ef6713c31118c435b10f0da92f47e225b089d0cf4572ec4622d8d04532e58c91c68a0922f876be131650ac9550b66983c5f5dd312d799a5212cb7f959db7bb7786151ef94691efe1c9c7c1a204fdd4fe83f29044c7c8cda268fb20fbe6d1bcc11f7d6c9ed1945a64adb8d7264acc48ebcfbfe4c722b14c181843bf70761d04598c2de68597cc2fbb38844c3c93cc7e209346cfc70e112f2b0c461c00fce4704c953081ec915ca5f549fca29be453c89c95801b5b'),
	('PL_KRS', '9990000018', '527ca9708dcae780544531df80f909f6f18bcb03a1b8701d4c0c95aad92d21e5', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631d2d76514a7dae0a369d21158b5bca619afe92f11d8544d3eff5638922cec08d761bd4e3d20eab849f9780451a9b9639d7f9cf9a6a6402856dc6f7f46e2f2a01d60dc3a39304423dc448da5d5573c19766f51b5506d3c0b0a3f5b62e3790b7552c5ec2110fc1e9db951ecdb0b0f1e454370b28519ed4b8ba39bdcf9a59ba13221ba5544ad50796cd93198f43e795f3a7ee88dc1e4af464b99ccb8c2ff7d5202ab2af9065453eac102a3373c2265fe81b06625b58146b5c1ea4cd4872639cfba201b92061be85943f84fa253b9a5af954f6b80de4c0c2469eceee6b4720e57d11bcad02ff3aada358d92dbec40e5a45ecfcc945e9c92bb6ed1797e3818b6077f7f58ce9120d51f685c4eaa4ef69c364f523ee53c57c8af74590c26ec3a5680a89d4a63879a87622ae15dd13d64d03d69f34b3fd8122604383ccf5bae4c625c8ab053077c77ac08fc55b162a3410f059ebb56bac01d18a518634277769a48a6b56e9eea023946f41f7d363c4e5dbe71ec901b80b568f8e1aed3b08d89205f3688eff9301ae3550d19b81f34e2f61ca694db85fb6fc145a7264448da9ac6ebd6159ec35c676c0c9842bf2a22ea66c8a427410a25931958ac4c2bb35d6e46593a1805d673c27cb75aa6e1289da5a57e4ad3e7466943bf7ea833483b36242a16c25d1dfee5cc97ab01e03e1c9bd82afd63c3d144afe5b164f9485353c80aadadfa4de3ab58e28204db9756ef43ac69f3c04b099cdb3d7e7bbf6e5ec7fb87e51a6a63714f15eade58ca6a12592a7f44e65becf028b06796e821bde13429e0fad1ef798277c133c07bbf4c4d5ba64e16e76d41305f3d28408834685d7c7d73c0039ff54466be964afabd4af8f0e14526a346fceaa7ad44790bbd27f5db935c51d2d45f1fa5f5b524bcd73ea76e04842b6cddc276e7696aa5b439f7b038fd82e041d0b22e55241b84631cc80cb22cd9f6f57bbe87bbcf51646c8253b7c4d542158687c1e2eaf8a2226fa6cd6fe2afdd2f3afc74f59974e37d652c3a77e0d85657628cea'),
	('PL_KRS', '9990000019', '9a77d08420be4384bfa8f5930a2a0418a179110e2e2ccdf6be61d096a5778af1', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631385073b2310e05c640790eaa37da79a46e8637f360b11eb0d38ea6bdbf52410453bcdead846057420c94181a5700d051794d4cb9f9aa2fb16b2476deee837df0f7cfc429ec3fca5c3ef9fb79f53378647040715c3959ab8bca5fdbe0b1115550f31a43a42ede205c9e67d2988c19b93fa6c94b146d6f91225b9bccd641d57018af7d5898a6edc4efdcee6e25d18873fcfd1439b86a334c8329b3a675dba2595e5ffc2c1e87412496d64d67d2b8596d6479f0bffc1cf3fcd84f33f80e421beeaba03edddc4c1315bda2b8022b08af2416b2b8de374ec70dc8b5ac8477a2f8f97affceeb2132d1ed58a0eba45ceb7c47cb64644d629ee8d6598dbf43e9832b8e070c3506900c46460d0859a343f3ecd08de75cf74a4cc748dadc02581c22edf0e217987c7bbd261944698c441a67453bdc456477a285e284cddbb4787233e572269dccc9f4102347075dc696ef1969030392ef50fbf71c2acfed844ebf570cd19f43d603f86907da5fc38d5f6be479762aebf4817d0b2e9573ae9bcebf5c59002596212e5b62a5b04d001412f9450fd0af6e80a7c789925d5057d3f37b3b87fec2292a492aaccdbe48c09457f707d9b32c36673d33ba68e92ec3dfe4ca767d0941cfbd11203b576b3aea2c1ea61c7a52e033845e95c07e4d887861d8f01e9446287ed15ec51cd4e9ef410e748cdc456a5f4a96d0e8f3b486eadacb685e32b83497a0969b4884a9072224dfdd8d40a428b61683d03ef20ee047a8b6e1c7cdeddee485fa8b2ecb9e3feacba6d2f88e63'),
	('PL_KRS', '9990000020', 'f8af3e7f19315db52ae22df471f020213b3ef50d30709ed385d05cb3047bdc01', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631c701cf69c3f63dcde2f645824911202789fc3a5ee868c5b4954b8aed5c0b53615f617f7f3c3b900db59ee97fb727f7eec86732c64113051c6d5d13ae4d18f8f4045bd54ce90c7797d6cd42e1ab588a20bf81e58697bbafcc0a3cf86786624be6cf13b89f20700d077a54e4e9908fac4b1897c5ed0e21cc85fc9255b8f1c5da88cec44d7bfe3b04ef9175e95aaa0511476865fbe8e443f5a12fd0dd99f748cf07e86aff66c039c8a94a8d957a439212905f94b1f2d10766db1d523eb8cd3e99daa853ec369ef24c8a4f767c8e73109292d417952fe8dcf23c5bbfb0de0628db4549347c072489154776fd289c36c743d0bbabec8b8f16d8d6b35e2c5b33eb88db744ac0b3fb16dbfd4c3ed79eaa37287c7cd7f69096af53e076ebb25370884aa48788fc50f42e068f347d4242b2743f7f596340b7bd7e08fc905e567607e3b04e75c06d6c975b9019ae3660d81a30e26c4367d90f22b6a87ecb457a7755137019102d8ff1a9f7631019f67b4ad84323b9ad055264c6d94af32c5ab0772e7104148b04887cde2d36895c911fb50bb4c2bfcbdda3a5787b793c4d0ddae44dab6eefcc2f6afe9a70f81856bf969cf2e634dafbbff1e6f99bc1fda21145c631d5c1e722eb72b68f150c76f37f5af007632d4b5e44d213c2ef2c4f1e40fc27bc7ee0249225cd981f9e05795c03830be0c5cab64a1a39cdf81cbb1bafb618432962039b904ed16c8ee63084132f43aecdbd9b8085214498724abb011ed86fdc1ca016bfa0a929f86ccf145318a76023c2e162009aa1ccb009d1181a759d7245ad074ff185716972302b87a200220deac84908ac23dd7ba2e3453c9d7ee38615f0fa731d9a0cffb03042d026bf4b0ece5253d06a4e1886c143d602f497e26cd303e1bc6d2a'),
	('PL_KRS', '9990000021', 'c77700f4175f232cffec6b07cf8ed9deeba864303e0df1be43e9c5b9feab3153', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576311060f128f23871f27347654ff514862bfeae12a7468aed15840dfaeca35437d617c828219aff7dcfe3868acd675fb0550f95c45d8d94bc56e241962b86170b4df05358eacd6cdba64aa3ae5735320f1c97b7f19d54c88031c1aa7aab9769ab0abc771369bb1eec5424e2a0b89d998f19b7f825db94f90f3f1bae9feaa61537d85cd1cd7b2148a34f0dc5e8ba07b5d2750dc23d5850523d9e9b38ddaa767ba19ba83001dc69898347f8c36c2118b7bee1f3854ef02fdc2ce187eb0f4e61233f6b636c736fc8e7110f5c624f022514798a16fb37885109de093d9fe73d1e578180456c3026c1f5d79cd1aefccc4d9a99783ff7976b5795651cf5a732d6e482100e3e355c99d11c4bd679be4547023f7b6fa3ab16ed8868e8f15f4e285ff9d15859ae61b44121dfc1c4345fc70f981bc2ddb8971aa6e9bdf391b0bbd3479fa11d18f41a7c3f76ce2e419e3c37cca63eb38d818aa5c354a1b065bdd16a033224792ff1e0ba75ea16bd3d0900b8ccf6eaaeb58b37c3bf54c6627c7f9825b8ab8ef290c6b3ae49fb86958c2c371fb87b584126c513e7d3d94990e6101aa6097a9d181e5ac96060a77cab903d01061b1567bf913522da93d442fb47b8d12677015818e555f284cabdad4a416089d826bb68662c9e05de7b209980d22a4c8fe3d020790246c0b0f72dca055707d36b542505c3741839c898a9f2145d35e2f7f318b25de79f30f08eb33e459263c47a186c3f887aa5bac45fcd5be79c8bc482ce2379e58e4d7c2800bcc3c5c03bb927d27d0b4aaa7e22f97ca216e94c'),
	('PL_KRS', '9990000022', '3c3fd41b8d2528c5c0e6bd2cd82dd2b107becf17d4357285ad0ef9e2fa00602e', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631d42a42e091f47cdfb0cd087c4dbd6f4a480f99825dd605d5b6c98e47d746344f3bb2c86f25894566d0479ab7f7f9b8bfd1b4425f84d697e2122d3e12fb97909c895cbe152dde01da9b0e081e0aaa80f0d066e4306ead65c9fe6c991ef3016e9b663089a615fdd8886ddad9c1fb8a6cc1fa98e38f7aef487f12ec427b3e63d2d7ddc6706e4bebb260f221212c0de7bf5c847c6ca873199598fdfd49e3360f89bf841bd420296c8c1d94b2386d8ba880010fbbb01fa6d9449f3efc93a8fd9655f0229c07e4d8359679f04488e12afbf96f6240d575f8d8340dd9be31652ea243e41464b32ff07985b2b38b90e3810b81f54dbbba079e392a6295488ff68f2faea17e2ffaacbb52b1f8811c'),
	('PL_KRS', '9990000023', 'f46608f6d4fb472618e5a0b75fd17dce02f26387f4176006bc7910dfdd146476', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631146aa10d4417b0ebe9165fdb3731695e7cc2e65455eb2a92bb5bef381b98cb76200a55f49d6f54942fb180351b6123b7210b9b885491a9b6ba5b70483f90148eca2be46cd3f1bf3bd674dec52ccb1e9a17a965f0837f93ee33ba0c38190ff9f5e3b42ac309a8be88bdb76c1e2f1a3dd979e65451062f62fbd59de563bcb9db0414d4e7683b5ccc7c57c39d9300c1cb580501f2a91197ddea9f60f125afe16f041cae868136ced6e851f84f00caf1cef9c9ccc6ac46e63a61ba4c07be265faabe1385d379ab30d2ba0a38ef6d0995aebbcf89d8af31c33661c1831d8657f5b316c93faa9b1fac5a3cc58524989085981b9683e8e7d992333eea87592cf9a154600bbb046e8ad407dda4f66cd5a3f336e565aa2d27d08298bef857abea8fbeb252ee12df9e0f6f6d5c1a3e6fece684ccdedc1a8a2376c59d4df5f5079a4d104cf7b4ec8b4d5cbe15f85d096329885da5c23384b3dc3d9ccaf843d56329d97f77a46a23861aa98b9fd1acef300b13146dd263a6ec58398e5fb744b7492f2815ef438f5e57d6a15c93899a92d2a08a631eaf7e113183be0027e3acad2d3f80aaa04c3d2e88ae611bd5ec44938ca587b6b1378b18c90ecc11c98f61accdf71795be78d32d39586534779bb8ecf5655d1def30b2e1bd2f594b52e98b3fed5f7123a439bc2f6653ac223a96e2449ecaf80119e6ce9ee3d5c8de9b79197dfebfd057baaec67beee856d2a6b4832eec'),
	('PL_KRS', '9990000024', '0680a79ae6cd9bdaa8c68f8070e92890d2e56511cef55b7d4939306321147d68', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576312b61b7ab102e7d6b3e4254de634315f0399364cf2a21f5b1b993a25d4db72e5805ce55fbbb8a8f22ca570620bfb6c8fa21f55f3e272fb00cee66942d6283bf8643187221935438249090115b9135aa5621531279ad21e74f33b316f07a08ec1815325449f50fab47dc967152cbb5f19160e4a96b1fa41a47ec2a5a45332923bb308a6352699d64e36ee0f1601312295778322c641c2d28a922754527d10fc1b84a226e72f06626eba9ac21001fe189156d9c53203af9c93d1d95c97afab0ebc178c530cd64ecbfb05987e905a4eb94a263cc1a992403f70151715dc949ef12e0d0c89cb9ee91912664d931019122825a507d17be20b91b29262a72c3a19bec2b18e0a58c7c4570dd8cd889d8ebdaf80ced650e0f63234268561fb593d44d5183b3d3bc0d86384680a65973b92e455827244f5917e376f12bd23c336b50bfa259e75a89ae36a58808f7c1327ca01e575e6a8b051d8c00a3f6abc3e689540983dc857ec87f4162f3d88947982f9a4bdc401e09fe9e361bf34e7c44622f03d7982f1770b96a44051269faecfb01c9af3c03d3402f8382864256de332148e9ce3d7b0b134c03cb87ddfbd3b73e27c411d2c848001b358b041a23fdc2bc831e2def10baf4fefe0dce6ed498f3109d5290cff8f1d18aad5016817ed1c2ec428d0c419d5d0373ac884e14752f8ed73185a1c6eb334c50af9596daf3c4b42ba6942167a941fa685db5b644c4d70020784bff8e09e1392ec9b4e006f7c06f99e65f78d981209d6f51f68e4b24396c51af821fd2d267acc3188f0f663db57c692c4aca31f0710392734eb35f2c7ee3c2c260'),
	('PL_KRS', '9990000025', '6902bb8f0a8690236b91e6776d9f28de444f0ea8d21ed0493e3846e516344c53', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x01046465763178690bf9cd0a1eb75c9129622e9a2d72a20578c440514285600514e4c9b0915617d08acc3fc4e6f12b2df388b76448552cb0c52e89552a98aaf1caef6b4cbf241b690b9932c51e5c61461ddd9f4f1a2ee96c5923b0a422a82708d4862e16b51bc0295f92fc8387e8170c6d507aca4da8f13c48ed97fb1d292d03c9ea2463010c2d41a0be58cab51cc8613f964003b348c7ff93d4fa16d1d314374aed9da5078e39971123a3175a4b1060311c5e340e633f2aea0e0bdfc31d56dbea424e1eb4146935c1b8f9109fabd1c1c71e678617b7facebf02e766739c0e45aeaccffe8bff160565d422a2139f60779b8f12462425bfb51e1ba0eabef271a1ac89f6aa866f94430c0367804b0e7df1550a49030a625f364a78c12d9ba064f2ba474c254d9c0976a79a36a2851dec926418354037e06e670fa818721087f2d6af3e4b3230583cd770cc819635f1ecee55d3b1fb56bb64dac7fdf3615492faa40f77d69d2dae00609346162d9e1adc99eb035417d647d1538b2d28bcc54d52abf573b560410fdc6ba52ee91d8398a7d85fb296eab96402c2b95ff5cd312121c5df90bf7a627c99e839a62b08ad665b628a18dbb349d68319b920960b910d7eb0d081a560232673a9ebf23df92fda156a04d5d78991e9482214c743765950a2498466417f9772910047965654863622f8ebcf1c9eba45ea9876f717c96fdc'),
	('PL_KRS', '9990000026', '338a3e1f6af466b592a228c3d7ebb179d91f6bb1d99535d36ee43b994f03d426', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631e9ec2a9d0515dfedcecec126b398e2179ae0cd1e9c25a8f0cb260bb4be811a97f6afd7ba7930212917626702110eed31a17eb00b8f7f3ce6828dfe17ef2e1785afd549a005ef741988436b59d90425193426c9942d703d6dac464075720a4177b1cfedc394435728f44f22e57921ba493b2ad8f03c1ca62b8c532dd8a8282c554769757ee0237c701ff0a6d24164e4a7ce35cda1f2892ce2879f16aabde1a53ebb50a8f366c4d4ce38226d8aa1548a8cb2ca42f7709cb5af4b7cc3f4638b012461dfda0cc50b6331586646f64b192b21fc096d145feabd09b6c29c1e18f86f6127b4de07914fb51662dacbe00e0d17d8b1d2e64e5dc8e8dfaa6e469df022478e7b53b491bc8065827b5aea3f2a17364575f1c28889b137d95468801c87717cc8dc8f691f5a630f48800d1cd19e0a47f7edb6e938f5e870e838e361d0dd379f57b973343851d27d6f0e15b327e9f4944868ca9664cb6c607282e850650fd2c7f712e833b7379576b2456941bc5712cdfda2429a42a14a954fa84f30ff7876bbb691c6e1ec561facca87e3b58ea1d1796fcf65ac30033b66480a941ad5c409795bbced53364f4c651614e76526392916b45758f8a2aa27a5aa59b80b846aa222078cb9c6f7b1c78bdadca193a981ca317cfb8802a6e620d92ee122bd3fdad20fd64b3318f22f20565510d7dc12c5d50b323916b18a2ba3877587440d538ded835725c6acdd426a0f253a83780a9bfe387437e6232dad77d1dd809f6ed2c2d00876b01fb902f521ad873297eb1dec161466dc7ef04f13ef754dd95255ef04c8e8ca0a02c5661a079a6448e0a7630665'),
	('PL_KRS', '9990000027', 'e7d8fd3019a8b9b0b488a3738bf41c00362a669acab8a8bf6868be5157c6bd89', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631b9dbe951b4eb6c58a0f6f7e6fbf3b804e661bcdde34fa8cb9bdf28ba59621eb04eca02a9f39edb6ff7a0a01fb7218a2df2bfb0914324f977d8b72e15cf316074f213b9e1803849e5683fa65c5ce1c59d315ff7cd8fd159af48a90ff2d5cb774aa1f2785d7baca36e8dedd6ea5d8c193666a148a26d8bfde61f231137d8ee1ac8ec724f2ed0b663e4413d9af48be43430c640745abefb72215e9818bfd81f5487345c1fd0a02964cec5a645de86194ae8524913f92fa0d73ad8a4a327e5da430bbd75f78accd1bd72978cebc672f551b7210c8bfaf812a93dd2fd805f9bcb53fbbc190d6bbcd181bab29ff04036444a8c0459a50be4b694aaa170cb366f8c0db55a054568bfc6a654111459638760e094c6790785850743ae9901cb6f91d5a811c6762878f72f868b5a38a883ff5fb80c83b05451597b1c76651359835b28f4065e5d98059f0b7ab4a9e7ab449b53b8f4b9e6294391fc9a7aa9ff80ffc39fe60c1de8425072722b1a8477dd6c444c49ed1f16ee86e6a767f5c0ff2224663b0f361c794f78fa02c64375cbf2f090a59b2697361a1cfde1fdeb3402cdb91a655adf092fe89b7d77f5cf87af4521f47ce057daf9df15e71948d4dea0693675'),
	('PL_KRS', '9990000028', 'e985341a04accb6de48ce38d2907f00e1186169fe9a0c863dc95482effc33f8f', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631a101c36ed3e15ba9065a769fc5d38784e36c3ad96f5c0663245030d6c31bce889a04b4233b434edd5f5af1686ecb3c39ddd159d1e941c77316025b6771c69ede06d563a0bd8a78f73754a810f548eebc8afd233e8cdd087073e4267d378e2fbe019fc2044cc9f45784220e886958d3cdca2d8c833606c90aa519eb55cbf2658e13ac7fc523eac196307acf58657c7724e76dc80a97b5677d9a2a1adcfa6e0b91628b2daf4619ceed34a5b0e9093e908197ed655e2ba7c676a52da3ccb2f83e76de82189dfbe7dd6b79a6621fbe4b33e168433c3b9c3ea25ac0edfe388d9e680fe09000c947085cf4d1b55b9d0df10ec6bd4ff750da24b9c3c1c4bb95c3c6dc4e0215e334f5b908bb12b781847c88fa4b7886ac4c4a6db89fecbb0b22419b715e64c1d3334fa845b738bedc7d429b4b141a169295c35d3967f85a15c86161a9a444b1867bbcfa4edcaeb5b1826e2b268bc63e5d27be689cbb6e2b413e6abfcc0a0bd1295a33dacb8fa785a9485381c7d5227caf51f3434e3126e46bf22194d68edca2579f77b14814e3acb3ba12f30914ea7fed5a1d2854ecabd4802e5aac87fd417a85f0cc2326cb26b6c980a3bc0d52cad60c174ef7c477b1522b01b9a4dbb983ef6f75d318c36d4041138738c531692aae3f6560125a4107b7c27cc72ccb5a6731d3a92ae3b0a98574d62a8c9d820bd897f96aab46bba6dac7cb7b0f67a0ffeda1f3c610001c63baadf308a6e32e6a196471a456f9ef9e449d'),
	('PL_KRS', '9990000029', '4cdae671e8b6bd98f69a9e7c352ad19277e6475b9cfdc967ffff3e27a27a9198', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631195fb196fdb85b9f93738251c3c929603ba3a0437cf0a8e466994e2a6e79958d3f387a72a154b937b3026fcd94ba41e88c58ab27cf616c8caa431e75bd6ea72aa8fc512b5660f1d1111760a992dc2a82a0a3c8d930329e550997d155d2f4965d6e99132a8a3ac4d25d7a63fb97f33177382b4108dc0437359fafffad2023fe7348f0a397d7d9d1861d208413f0ebde3a6240ab8f231b9bccf36ba4f27e855ab80798139f5018a57b85672b4bc0e2d635b78065498a5e70ce7b5f1b9998f3ffc6a626b31b117c90ce66a1a8adcfd72f037a85d76e61fbde41648309502f1413ce0b7aae8f465188461bd665f28de851a749fbd175c8607546e0a2ebf30d4020f2c318d8cd9c4326d783e56ec2657e218f535b0080d7c4235087690e56cf7b7bd5fff5f949150bf7cd472de01c804301c3f6d6bbc79bce12d66fc5096341f20b9af611a78150dfefe678b76c3cfcaafb7cf8eed84fff1ccd0c447cabfbafd20f24c6408e8b2b314e6453add566f1eee5d458e26442af7b3328a543626f5452857c51892cd480c1011c6c0f0bedb2d52cb0862bc5bba7f787019fa68815385f6f887a734b1007cfb28cb960e91dba1fb3396aa82e5263984d496a656901092e9382014f6d79ead758d8cf47818926f30fa5a6fa56ef009c03f28be2b121d2700e2db6350b76a908bfcb8ad1fb39d821112ac5630495cce5235be17c7d6f2ae163fab6a6d80650d4cf168ca325c8b1c822913026193b3fed44009e310166b13f8e7876a567406937924b10909f059e3cc77d3de06e4b0c7c57a3fdc6ee327d3c82a9b3b791c789365985c692cfc4bff1efec6c815cfcfab4e2d93129f1c0d0b392'),
	('PL_KRS', '9990000030', 'e72ad99945a7ab7bf8017cf2a2315c8db708c6c57a46145de1f86efd2eeb0dfd', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631da45ddaf9f273fe1a09b582d81ba19e289323f631a3779bc6591655a588d6751a5fe6e3978f6795b26a1027e84d2ac35a39fb5d7835692f2b784f27c908cf1d946a23500836a077ae485997bc0c7666758841e7f2fe9336a13e2e301e96c73c772681d60c76260e6775242c2a8af65baf07b5fd8da0daa501fa34e527bc68e39f3079548b365e3aca7445a2898587217146a58cb64a20f1fdb464d22aba0b0c9caff2093bca9261f5f7431377ea7404cb3ecebb2769bd846aac563cfca12f0a74793f79b33cdee7e4700b29884e298cadc99b09f665cc9d7bd0848cae8a5a159ffcc9be52fc2172a305271f00cf458cf0ca9f32493ae77f60e24f809227460928fc99ecbc3f79af534e35120d7269ccc0de44ec6937f4827f5d6af3a095cfadc715d5461083654a7d849bab83e01d8bd338f22fc85dd03bd92381c894d6e2da97c47e166b9338a14644470721f79ed59657d35ac778bccaafb240e6f09873221d3704fd8ea9c3b756cc9a7bbf4e06d252e76bf6704b96e3c02d0ee435c5f466bf96d20c32412c3bdd27995dd50cf7fefffa05e7e5486c7133f7da9615db2f202b490b5f21da8574f0e7ec9282529743dcd551db5bf1a45e4424e82f8e5298eb4187b174ee5e41a8c67917ebe27a494c05c99f70e467614df1acf1025464b263510eb5a3409f5c419d9f4b9607cbaf747ea604e048edbee3e62950df0436e3df52318b149f108be4b1572b86832c752c9be95ade6dceb39b74f0d5b541f9495f71e2591d25ea0b2c687d3e792342f7dea9a67942dfe7a1fe332d84b651c32d981f14a85eb48928ee9ebbe42bc422421cdf593e4b6ccead88ed033083bdbc3ffe92b639713fc98ae19613d023faf93567908d2b6f61211f97968fbe74cb37b8f029d2757d52432e0cc54ae83caeb2392f882580c3102ed2051d31509e8d68948619eb6ffa846b5b47057db3b7c8078132033b10a4d594f9aeb31368193076a093be5d6e4a4f9150ae3de6c5677a270aa063b02cfe71ce62a6c32afde5fdcdba283b1b0fcc1a77957c0676269d7e9b28ae09d805d557c652195927f4d4e9d548cc987596b0c99e9752aebf8bf97d14aebc8bde165eed11a0ac9fd7b54d5e4c31925153d2f403ec1f582556685882553a7641504ce3f29a9b512afce2f75c2913dfcaeaacc3e654e'),
	('PL_KRS', '9990000031', '599998d6176befd6aec81c043632bb0d7faeb8bf1cfc7cd9c7069e7d8f28c596', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576313ae05f95b6ffeaabdcaea55f8505bbcf679ba0416c5985b0841bf2cf5faf7e4b6b8f27d26ac2900118a6617e3235e4ec90e34834abd54a1e63424402e0b1d1a45b46420d3756795fcc623c439f548d225dd7f0fe920c6f4e8c0697666ba91a598585e3f4303e5b4220473947265f04907f48bfec9da9de43ee4f389bcfe952223236ef931ee4204a80553a2b85bf86504a5de4873fd65958cae73426397fcb4b7f792c8c08d037c7fb028225d2eab189ead887973cd492e8ad458408316117f0f14c9a16262024bba22685f27c8c84f8bd64c3cc667670f76dffa9af55d7fb480337ed7f17adbc37b6d1cd5a5daa44d415567e5e8c096da6273e1a6a7e46d459d55f7edfbcb4b03734f25cfd1c667343714e5c58a016c64c8563a5da65979f6cbc9f322a715332d594bd3037848a434efc5107457956ca8e4ecfa5c493dd2eb6c958dfe2c2bdb0dbb6f4bccd8fa970967480f9fcf0b99135e3e2d333d364fee188775e5746583fcb5fbe53096edfea952af946c69280b513ea6d96e2b66eb7580d6e302ab1a4084035cd6194130e2db8ffd4881bff93192f39c7b9c0d9ce2f7f638672a34ed5b366b203f1b687da9c74032bbdba568a1c80cf89fded96586b79cdaf1aeac7390ea1691725821b0f4001aeebba11116f67fef979bd82222b55eed40b69ceba96f7dfc9d1a9d5ca39afa184c4e1a6dc08b5098c1f6bf8ee869de74d88f46a4f5ed0f271759793bba8f1f3c26888f1d5150ebd15f103211757be52b8de76e568dd703def25cfe33638dbed6c57fdf3d3922050ffe04ca3c4a85330eee719f2afaa55ed4a6085f86e4bb96266e0a9c70b5d17ada18b592857610dc981c66cfdd69cf0f55bb166d4633a9486997f2c587d956b8f8ded7137ed19cb8ab0179a1fda7ae02e9c10e234380ced4522777a11f41e6e010642ea0a9584d5e649a0ac9174ca29160628ce2d839d085dafd54104407586e4c2f2664bff6cf36ddf55be0ada2e273ef5a7e920b48b602542d193afed4978928bb37a7039244735bb6dfbc3f32ceca65b4a9cf225bf72c4b70eb6cb8d86f23e71af70e2ac08667f5987772c4e34cbb4c52fe2caf0ad9f37eae306ab33999c9c76e364ef68caef6881c3787a73'),
	('PL_KRS', '9990000032', '9694676683b60f8746a6cce38dc0875bf5726e4c325e4cf7078508a96c7a1ded', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576319aceca530724dc12460dc79bbbdeade19b0dfe5e0225ddbf40e49e03f304370d48e3ef66a67ec1e1b30a827da12b7de8fcb8659be2eac196f3302e34a03e5326535780e35eefb5d27277ce469724dd05b773d293d355d3ee0cf2f39c1d25337056f1527f76b94ab00de4dbea5b50d6a0e14a1bc6f6fa906f4d933e160938c8d394149dcf313a6701e49e72a09a0cd0a944fd83501e4488f66ba0600312ccce86a5b7b04cd89f65d48bfc45d67274ae986935a6fea88b35f7316987636b1e79a51e35e73d268c8d58f096b8c9e5dfb6a4c571a94f0df797a091acdb6109efd38b1117f57c09b46155d985aacc503c38f8794b52ff39cb3afa20c9c192833ba2fa6380d6d4a429808ec5c7986e0a7a41a1e4987c6619abc8bc6091ae30d7e801c9e3eeb3c156d980fb568030c529ead24b43123a54df0471dd622d8d70a4ae1ac80ff7453f8b88302297c2120e46016f0126d795b6833008d81a031113165fc3895d2bc932d37b517a0534cefb6f3b80a9278f50dbf1d35684642700c957e3064061ff3ff42878de9832f504c42bb875a2240d07c83e39ea9fac09e2e6270a91670996388902479f2788b81b2d276f819fb7f4501d8e779b66b8e0aba3a5b985d731044588d474b99e7f58df4e7c7a860f6d142c91053e2a9dc143b37791445f500515ee545a1143de623b2167ee900bd51da51a88c48c99c55b58a3ffaf416c9ce004b21950de55b70efb33d6b3d562fbc613ef2fbc07e34bbc8417aad90ad1231844dddcbe9cf08b0bc69a7900f401f400b73e27190ae89ed76d53c2bfa2294f8ce870630dbc5b65a11f3b8608b3a2f19794a23d2b68cc12b31df30ced7c10872ea233bc4048f192366eecbbffceea9c5fe47a7fa928c489527e2b52e127ac1a654a1765291d739bd2e6d4f13d22520d6aade527ff90b8a5370d78bbaa74e0d78617480472e0319da06c13a6236efcf9aca3764ef96f42b8ddcc0433'),
	('PL_KRS', '9990000033', '7f25984649f728b559005f852b00d388e9ef21d8e138674429975a04391095f5', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631e8954db6c793ccb207771bfefed24390d0ff4552050c4e40cd6dc8d2e63a1326983ab6fc2dfb9c651ba2a6b2f5d5c822a0c04acb5ea73944f9c5f13e862bc025b80515a9a3c688249bfde270b17aa2880962cfb5487724c058363ce897b312862f45963cf57dc1f0bcf9646d5f52a23fcfcb9dfcc251b88ad13818f7fc47fc20cab4e003fec79b7e8f4fefa23bb9b7435d7e0e5982d3f7aa1af91754e523b30a0d6038b3177a203e126c7ac0eaa5cb1ae7b05de56730daecd1797f62d4b3abb557facd685a5f52f5ff168cc4ccd91a0ba5798216d3681dbef05e72d934eadebc32d6be43d98f86e1ead5bf3ed81eb7bde9d55572933f758c724b6f69c4ace768c2d1c13758ea400c4c1da3e12eed2955cd9282b2e873bbcdd04f51b38d31f991f368b2420e7e84053bf98832afed4a5daa07983409f219f6d4f4761d8382e64e2eb3332a8d7132e5ab507764a3cfe9014bc9e3fb4a65a5627848869c24aadb74901a288d722ffccc34ab3d3b143bc0f03825b8388efef52346a845c8c4fde105404af9b2d6ab979a81695d44aa5de626fe9b8e8bde9bec61e8e0d33ad406b2afc6e57315b39a02009ac176e73a064a6b168afce63cb13a9e2035c298f46ca9fd59f060541f5d521074004143ffad7f882abea1c881b18d553bf45b361f877b8e17be1fdda7ec6fcafdc284df5e0e2116249abb866a92c704b5f2fbcd4e89de2ddd24662b18e4708ded73caad2c26631598b12f6343fe39c5ffc556a3d0f87d8019ea98ef3442992d49849fd59eac79291a7a37eb784949e55d4f73b05acb91fc7547a449f8629730bd9118cdf65b3755bc377a3890186f2b8ede43851f95acf0f216dfb740f4ec6790a2e1d946391488c0eddedbf8f97978c55c0b10c5f88e8a66fe01cc85ded89c0b65e7d01392cc9a6493c84eea3bac01e85625616bc300c771555a6b5946e1a4b133748d3759b9683c58968fbfb19558075d09d309eadaff67a9b470cda099f43dc76cc901dfd5ef2ab6ed6f8f8f6c7a73da8d2a18f4769abf1f9e8c9775d9023a8586cc7b1b8d7c0c22ae2b4737a9096386d1d4a2a6f08293237efc69d9a8855f813e6067cdcf5d78ca9082e78ec876df6529cda2b4'),
	('PL_KRS', '9990000034', '28cdf60028999887abfccb393851e8fae3f5b3f533c9c7d4e0a86438f48cb334', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631090558b2facdd2aa228b64cc065bfbd6060c1e5c2a2c5eb1452eb176a6068b332142410fef2d24be3e2a723b14bb37603eec3a322c3bf320855e82fb1a6a537450eca9621646ec22ea141f59f95f0f42cdd4ed683ec85b30b19544b4480086ec746bd2f4e77737209859b84927294996734890256c5111da8564cbaf960febac1b8b247f2687be829c82d203053bcaeb891de7f859317bcf0b0257426c72f585c9251d6d94fd63c6150118a8d1599c8a254c549008569f44896e6c1e78ce17ab5fdf7857ff4f45aead76d6ace957a6e525fa2effcd65a8dd260bc57cfa6aee2323b57738d4689206e50c8c6857ff846f7a299ffe5758e0531f3a885c57c2de1a383349caa1829e224ef9f0f59ab13df207fc22664b3f7d591c2ba894d80762c56593968d1a7f1dcbee8a6e0ac88e70b767b5d8034be1b76132dc12c1119d75a2611d50cbd3da55cf50a1632711ad99a2f6f97434d47d579d0116e01d455100f6f013c7fe94117b66cafd6bc46e8faad22a43aea1e4fd958c9893be0da85d9eb9d77c957cf0f1aad3305467cc36af2de6ddf722d31dd5d35f02a205b5ab9f1859698ae1f9298942be97e2599410b71266d2b23c93d7501c45462e877b1b868ea1f4dfffae47a7f408b950b92f6c8ed57183fc96a216a7'),
	('PL_KRS', '9990000035', '11a1c9fdf896b30d51b2a239bbaa92479ff63799aa48b811b207cebabb46353a', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631b14e864adef367779ad4e5d3009b2647c97f6f737dfafc0f3187839c7617c937a34713606c3d33d5d0f358a7f72a89f503d060cb9e25dc300dce3a9d55a97b3befd7a72f8fa0331593e2a5f4bc9bb85bc7aab3597bc7deb1a2f2b55ade7e50fcde543b8209c21bf8605c5c71d64743adb9dc1485773715602530094a887f07198dec49bae22c4bd7e41fe98edb9d3cb88049ed9e38abf3f365e645a3872e9c1d81d93bbbe96306a511d4084f134947cde392f2b0ec4de7ea33d4c993c99f65adfd4f2fdc9aefbe068ca16f166bcd9d20a5ee43bbbfc178ea6ffb2c92daa3e210615aa5bded3fb87ecfc1b850578474bf745b8dacdbe66c4cf3faf2656031a465bca8fb07ad00e5d21f90a5d03057a97783cd31d95290149a8d7d882f5e2688bd5c5516fd13451c1455087f6f365f6e43683bfa862c00d7668f9fd1d4ce3b6d0987ea5746f9f701af9e57852ae7e5ddf3d6129841c0fa9359edb1b454a50d4897574f886b7958681e82e9e7085983047bbd053a6829aed7b60d7a1421c82e5fd04ea932e177f30287e330527ee91080eb4a2e6f049bd329ffb2e98e660e3045fe126c6e986ac7497ee66e629a8c681fb8e2bdd6e0ac5713e8b7b63be47c056d8817ec88bdf11df572ae5efd0264d9acabc05250e5f1a57c4fc82f1b158943c6b96b177578fe9c9dbe28f9336e06817f91f27bce2dd5e243a1c04d2c8b672a3ca501968d9adb0853f8b7c7e1f9c207826af88c0ed06b69eccd348a'),
	('PL_KRS', '9990000036', 'b9552426b89f640bba66bea9a9287f79abc4c3ebe651c1af1e67dccb818a272b', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631c026af6b7ccda8bd7195ee2d3d250b5ff11779d95c34227399841ce7b5bd4b5d729968a850ea6ac6567b707c92309b30dfc42c114354da95fa1d3cfcb8d66dc448ba51debd11b3b350f0c408962b7f404097094068f08d7093746b904e2b8b4262dc5e761f150b0b7350d232770a9bd92bb1d5d7e409ac365a386a0a46f026ef87ed0eb4cbcdff1e7374ac11bba13e4dba966ba6e811a8ff4e1141eec466a685d6803b9ef30cf57fd4a4fe90ab8436239914c33c3b0f676d00d330f4fac50f4d6152b5c8913b2546ede5ed8e691cbf905ce53f29a348c73bdbe26e417c579820d49928686ccde43f7b6b70f3ff6cc429c27b6d1708279b0ea4389fc2e90044cab79d5126f75155d31c23460f5ff1685490b3ff60156ba402194fae88e06074432ebe481fb36203c2946895c5b4376c57a5f743b8130ff1be128ba7da920f7c453d4465b8569ab40b0572334ee353618bfcf3fb7e6f4a352f548edc52fc53ef80864e158e1a0dfe5a81ca452847553ee5fce3c338c7615ea250ff61d130103a9bd19227a8c6737c5dd92c487101cbd219eca81365362441b6362e170f2baf8d42a91e3c2f4a63553e0485f84f02223fa424debc7875ed02593ee3bd3ee97680437e2fc5ad145cb59ef64e77aa9690fa019f9c4d6eaacb7fd1a7db02de9bfce2cac73c2f81cb2eb7d116e5118bf13cb37ba77c46dd374b41d20bc990ddc38aab61002d5f8f99e5fd6bb0ae944db5f89a626781e1e82ddbcb26'),
	('PL_KRS', '9990000037', '2105242393649adc6aa95abee7346bce56aee092f2b677bdd4d62767400d157a', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576319dcaf252b69812a504b861018106e102204cef84351d5b97d681067dc4773c28a9f5884b129e08042cbba9e107025456e75c948169a61207cb431245da964351396929fcf351677faddee66e0c7f25da881efe9ff1cdc6ecb238bab3dc5ee46ec46c69914906b43dbf50b049b7df58598785a0f8332e99a0ba25ea5a3eaf640f003ffcec7eb45f0949c527e035b687f1e31e8532961d7740bc7473bc22f58f470cb7fcffac031e29606b3c90447fd9a177c1c618eb801611e85e934308105d8bb74993592c6782b4ffe67f74ceda7fd56c54ecd25ab57273e0395275c8c03e739fe65bfdb17e820a3ba2594ebf4454f86ab8b5590dba82751d6a4c8a55e5ff9380d4ea568dc0e6bd3217dab2d4204a5950cee790f31af3808417f53a66a8b7a1ce708a405aa462f1262ca00b2cd8cc3e8aa1301783cf8bcb4cdb34fda6ca0d5876988ca01aa1ede0225d140b3cce8682b3785338ef62a6ecf0606be26d0e52ea650b880fdab5fa3d202e1135cfbd7f2bc56219a55a10259e1b38a3a18f2ef40dcf0eb091975fdbed664e9d9323e7d493b6b44c3bf0cffe80c7a6374faf8e8f2f8a2fce4522c8665a8bb54f4aa61f65c38604f612097ace46268fff57281dc250147e996e2e493fd0dc1275486e8fd84de38022c27523484379b2bfe44dcfa19b7c0af82150c828d0e936b8d238e49e96ada04b20568c94814039941ab1ed47df29b61f9ce30181577d'),
	('PL_KRS', '9990000038', '09c82c1b9c570a11418831005a175f3b7c4562f1ff862e9e863ea2cdfbcabc46', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631ac13002344c5d842e053bb2e7967c18e610a0574bfa1bed79c644f95c1d665a0abc6b4eb9dacfcbde4a761baad809396a9ec39b24c70fcac0f3ebd40a11a2ff6f37df055c69e5f7a0ca453cce96270398ee1874b75ac77a6ccca88bbc2111c749328a4624457912ed08bf327cabe672a327beeadce75a84e624c77a85ad871d3eaefc6a9f5bb43700e70d8e7275abb80b7dda008cde982169755025c5bd0e0a8585460c2accdd3eed0581f78630bbddd5bf337156cca38ae7ab4bfe47619b56355fa1da44cf58db0fdc296201f1db4cbff56833a7a50796c28dea57aea0c3e33e48b51b605402418ba9551bb22fa00476ab91ac4145e4e2de2f1b5027f91ef215d7ee0e4313048c119e95928f89b19fdc6fd2dc90bb1ceb12fb8d1cd58974d62ae735ac94ba9fb3f8195dcebe664a2ea7fa9b291ea3dc6ded2a11e842db34dd3b02676f8fde0f2ffc88a34d1c9b07929557cf26eaecf1c58cf2c9f50c6400fe6f365be7c009ad57d04ce436078b50e7ac7c92fe0e3f4cf53b958ca67e599f6d1d58885ecd56abecf126f87b0f6eb6d07f0fff6f43ca22cb388afa5c78b600dffd69927e4a4e24169bddae319cf2472f6575a398daa1b3bbc8f9b4ddeccfc9e8b468674a29a1714dd83833bf826ff4e59805c1415514ee0304f1431f8a5413a34ca'),
	('PL_KRS', '9990000039', 'b2566eb63f0ae227516701049a56baa06d50ca7994f7bc08751af136f1b1858c', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576312c6d788e539828c5c4e11583f2dd96529bf9faf1cbcb037a0a0d2acdf54cf8052d2b1393839d51bdc4068f053b49b0d31bbd05856f68beeace7f05e7ef565f4815f41b2cdca9c201824e6d4f93f69491456654ee862717663cd142a283b241ece4f204a87a30fbcd9f108870701b20600f5c7e81b8759dbcd96a00226f18dddf2e7ebc0152a526de5f1254108d6124fd5f2966b387bc0db3c8e0d95ec045ef255a939d6d82bedfdf88ef3a753f535daae6ec23fcce6082fab84e9ac10b832b0bd1488bf15fddd5a5f2575d125e66434feb7db08a3680740dff2a5c6027160dbc863077b1ede0cd3a3e0e3f38d13b1e52f86bc760b70102d0f53eaa5a75ed3bd4bd073dd883c028b653b5ead80d15c655473ec0f3f2d999d9098d57ae8d675af65f9fa6b767b2bb424cb9081cba62fa8179280d98ff5fb88a2e521a3b4e0ee832bba8536392da39c86020b93f8002dea2171ff46b4fe2cf180d30a4945fa02a2067d6a2cfbb5e06ef63f153d1ce41f4c3a191de9de7b4dd38b41e2586f4fb29ab529d4905e01a37643ba3425131f02b0176c4cef64e6df845cbda0332cfb1a7c406938cb3e6152285b878513a61a2f73adc99efb567813ef2d78a91e77b95220a9309d2cae088d5186c99d644d494cd3f3911b281df64123984ab7588952c4ebef9bfa85d35b11abb4fa647bcfa73e91a7fae2787'),
	('PL_KRS', '9990000040', '838f1f4b54da3cc1c075ca9acf411e2554739daf2d8e29add5e2fe0c4293473f', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631996aa5bafe77a505abcf942fa25f3cd82a9331e9fd9b442955aae1675fdd1f938535179188e9d33883e945715580bd20686f7b8330ddfc23baa5e4b832cf5c13ea310197854383d32cdba1c3ce5b91fb3fc6d3f023c55a96feeb67bb785b13615eb84c95a764aa5eedd98723bb4d758a12c4a1d0b907eee587936fbd5f282c04945ae817f2de271dc4aaf6e009a01e96038c41350ace6c6aeccad9c54091386062ca37c17e72f43e98b2fe4c531ce51b1ad636762ba51723c023af94d3244f336974a74c58e06d466ef1540a700b7b2f4c3f6d04e5ddfd537c9ffb05ee98510cd9f01a43edd79f75d1f5c0543802e46af3181759a639540235c94a6c291a935fe963c3661b0639c71f553df575137755ac2f7698f75f875af450350738769eb27ab93c98f8679127472e031f57cc1f742e6e7cc91daa382f3bcb64af5cfb6f19ca3d69f29fe774eeb65363426a35c20609bec1f2b1d43882c774ebaf8d67c93ddea8b1c4c0620af7cf4694ecb11f9d8ff1aa6ee3ffdb511611363ceff2371ea800b9e45f3ca89536c48416da32ae6645876524a9be53f86408a092adf8a93f0e2dda0a515fbaa6f4764d655f69931323d0bbe78d301eaf5b60c5706e50a3ce63dc7b8dc1569fe4728548baa942ab6d6cc8f663a23a08612da823d7664229b0461a9ef27f9d8f0d1f9d667ba7ee5f25a512c1ae133bd30abda45d3644d79262dfa2336d4c119037b46f25d1b4426df5da3691e78ed1a26956bf908b91ac8ede8c568492ab89ff36de4dc3ddffcc2baef3cab262ac965bace517400fefc8f8508d9696023fcb91b583e18f646b533835fe2ad8edc8494dbc8a75c09fc9be74f5f7d886ce9b258b74ce84d4557ed7c3a0b73878444c183bd71f10831cad43d6d548386d9b2c038aa734792f'),
	('PL_KRS', '9990000041', '16eb87adbc4b45f1b046de750f3750d1840ea89a7cc394bd2ae8bc5ffdf2164f', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x0104646576316debb3f26598f1366733e3205279007c5f5def2d371484fa5ac69e8c7b2f4e7b079815ef06b6af63f83a65895d6ed40e1ee7ab931daa63a13899e6f8f83ab46e5e02864ccc571be5054dd597f08151f592a3e69244de3003dec8a87f28b5f3e51d91d838cc5dad89ad612b84ccccf37277ffd27a1e31459b01914758e3de7653bad0fc5ecd26aec4f88579fb815826f07b91d32e5c441b5a1245ce3fb8b41d486d1af34b79f81959ca289b82847a202961ccfb473a7ad8f4f08efd415467cf7e95cb498f09ae0c72f071d050ed01ea76ceebda21c78ad405fa777b01079619ad5fe58a46f25e05ac667bc0bcb5b2b4af1d8778d7c25a8dede638199504cac6908cdbc7b54b59af9ee3c83600cc1dba9d1ce4d910fbec64157f4dff8d0ee4117eef83907fa17dce03efbeffa3caffab4adfb9110e14f7af19071f7a57e11caf7ce35c041538f3c3119fbfb261be3b6557b2333c3d4a0e3276ac76911e20436b4388183de92b3d5ac9ada62938b77194e69efd5cbf648b8bd3d961f476669a56516cd1de723cb4c8046821c73c5bfed7f6147cf0e52a3a963010e2946788f3563a9bd53a32c5b169c9693d32eec0b5144ea7d034575f7f1290287c3c957c5cb64bb5462db4ede996ef4458c184837e9d7dd193ef700b8423aab79ae8429afc93c6e642437cf310bf191f1b18a13f979e181f0ea8ded30738245b84fac676e97317fd26a4df4eebfaabff153fc8db7f1d3f45753f22114f59d4824d0b6bb11c3721dc70a100101cea32f162f19cd2bc50b31c4c8f962f3792263f272317f1f31818636ba29922dd17baf735e4cdd5c24e6f678208d5b701bc4dfec235d2273d04bc62e0af70ce50bef2d65fb6305344a4448ec349978cb8fdf5cb4f84dcec87fdd30e0d08addbca775f28cf9e147a863d465bf0d24b16ddef66f1bed083e3b230b63d936e7bd1ebcd26063a2d744b2f5aa99cd711de8f4fa5f3d9b593e80bf2268c7ae2b1637fd0cc64e4d35b95e2e83b3de460'),
	('PL_KRS', '9990000042', '3a69027aaf5d1592d9b29ddab7db2ab90442d2b7a50b4113d9c4507b6f468d3b', '2026-11-02 00:00:00+00', '2026-11-22 09:48:47.56+00', '\x010464657631a83b9ff39b2ed8ecf57c41f416f05bbca21b5c04889d10d7e94bc3d85b2465f94bec0ce7a10d9ec4f478ba491b9c6623a12c4c7982a64c08039e2530375e91be63b1415e710b8e7ead0bf0d17f1a9adb191ae97f6587c84b6cd7156b887772f26361ef777969f849e295c30ac82e0c883cb39cb56933d84ec05b9b952fa89f22736af75389def35a31d8c71bf876e2ad76a3e28ffe847900d786c585b0da7b4bbb96c44637ce5b43bb6ba99ddc80d20fb1aa533941e3931e59d92af19b461f888818e847c493cae5619f981a08610366c139032f24c64881677396bf36ee8db8f9366e378b820abd5e13cf59f41b1301dbf341fcb8416f7c503007fde6d367a9209b459e79bdf4f031f704edecf49eecc82b806c309fc0b032eb45c56a11ba18e7e7f115099c3c8adf7bade93119426c62bcd6e91f5e0f2423fbc2b78e745be94fc88a32e87d21c58bc0b457b191e7cf24ac612cee56339c8b07b25c429c00392fbc7009ef957f3389b775569b0bd2294b0b512a0635a9d2962b9b623eff17314d0020252b75f44708a707964e06ba59b6da0c1220f6c81213967acb210e8045368fb16a2e000c31699d0ae31db1a291d1b085988efddb688b24f29eca451065d20ac94942b7e2c260171025eb14cb789f984f66dfeb49e822d81619a57aaaa561961a');


--
-- Data for Name: register_snapshots; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: schema_support; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_support VALUES
	(1, true);


--
-- Data for Name: settlements; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.settlements VALUES
	('stl_06h05a44ens33adrrrn0bj25xg', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'PLN', 'paid', 12300, 111, 0, 12189, 1, '2026-11-22 00:00:00+00', '2026-11-23 00:00:00+00', '2026-11-22 09:48:48.112+00', '****2874');


--
-- Data for Name: spent_links; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.spent_links VALUES
	('MgkXC3HuwmocQNms0OL5Lw', '2026-11-22 09:48:47.724+00');


--
-- Data for Name: transactions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transactions VALUES
	('txn_06h05a44bnz7v1hhyy410bzge4', 1, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payment', 12300, 111, DEFAULT, 'PLN', 'settled', 'pay_06h05a44ahr2d1pnd57axhvckc', NULL, 'stl_06h05a44ens33adrrrn0bj25xg', 'order-06h05a44a1zd14qvf6dhhr6zy8', '2026-11-22 09:48:48.087+00', '2026-11-23'),
	('txn_06h05a44hsvwh7jx2mkzbcfvym', 4, 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', 'payout', -12189, 0, DEFAULT, 'PLN', 'available', NULL, 'pyt_06h05a44g9xkb3ywf6ec9dsnx8', NULL, 'payout-06h05a44fnxc51y5g64b40kgdg', '2026-11-22 09:48:48.137+00', '2026-11-22');


--
-- Data for Name: verification_sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.verification_sessions VALUES
	('dfbe47e0-d62e-472a-99c0-a7c82e01237d', 'mrc_06h05a42d5r2z0zrs8kaeh9xxg', '2026-11-22 09:48:47.780133+00', 'completed', NULL, '2026-11-22 09:48:47.780133+00', '2026-11-22 09:48:47.917+00');


--
-- Name: audit_entries_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.audit_entries_seq_seq', 38, true);


--
-- Name: code_requests_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.code_requests_id_seq', 3, true);


--
-- Name: events_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.events_seq_seq', 23, true);


--
-- Name: goose_db_version_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.goose_db_version_id_seq', 17, true);


--
-- Name: ledger_entries_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.ledger_entries_id_seq', 5, true);


--
-- Name: audit_chain audit_chain_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY ("position");


--
-- Name: audit_chain audit_chain_seq_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_seq_key UNIQUE (seq);


--
-- Name: audit_entries audit_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (seq);


--
-- Name: channels channels_id_partner_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_id_partner_id_key UNIQUE (id, partner_id);


--
-- Name: channels channels_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (id);


--
-- Name: code_requests code_requests_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.code_requests
    ADD CONSTRAINT code_requests_pkey PRIMARY KEY (id);


--
-- Name: delegations delegations_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delegations
    ADD CONSTRAINT delegations_id_key UNIQUE (id);


--
-- Name: delegations delegations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delegations
    ADD CONSTRAINT delegations_pkey PRIMARY KEY (merchant_ref);


--
-- Name: documents documents_object_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_object_key UNIQUE (object);


--
-- Name: documents documents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);


--
-- Name: events events_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_id_key UNIQUE (id);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (seq);


--
-- Name: goose_db_version goose_db_version_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);


--
-- Name: hosted_codes hosted_codes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.hosted_codes
    ADD CONSTRAINT hosted_codes_pkey PRIMARY KEY (session_id, use);


--
-- Name: hosted_sessions hosted_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.hosted_sessions
    ADD CONSTRAINT hosted_sessions_pkey PRIMARY KEY (id);


--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id);


--
-- Name: invitations invitations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);


--
-- Name: ledger_balances ledger_balances_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_balances
    ADD CONSTRAINT ledger_balances_pkey PRIMARY KEY (merchant_ref, currency);


--
-- Name: ledger_entries ledger_entries_id_kind_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_id_kind_key UNIQUE (id, kind);


--
-- Name: ledger_entries ledger_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);


--
-- Name: ledger_lines ledger_lines_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_lines
    ADD CONSTRAINT ledger_lines_pkey PRIMARY KEY (entry_id, account);


--
-- Name: link_renewals link_renewals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.link_renewals
    ADD CONSTRAINT link_renewals_pkey PRIMARY KEY (onboarding_ref);


--
-- Name: live_register_entries live_register_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.live_register_entries
    ADD CONSTRAINT live_register_entries_pkey PRIMARY KEY (scheme, number);


--
-- Name: merchant_keys merchant_keys_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.merchant_keys
    ADD CONSTRAINT merchant_keys_hash_key UNIQUE (hash);


--
-- Name: merchant_keys merchant_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.merchant_keys
    ADD CONSTRAINT merchant_keys_pkey PRIMARY KEY (id);


--
-- Name: messages messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);


--
-- Name: object_deletions object_deletions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.object_deletions
    ADD CONSTRAINT object_deletions_pkey PRIMARY KEY (key);


--
-- Name: onboardings onboardings_external_ref; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.onboardings
    ADD CONSTRAINT onboardings_external_ref UNIQUE (channel_id, livemode, partner_external_ref);


--
-- Name: onboardings onboardings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.onboardings
    ADD CONSTRAINT onboardings_pkey PRIMARY KEY (ref);


--
-- Name: onboardings onboardings_ref_livemode_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.onboardings
    ADD CONSTRAINT onboardings_ref_livemode_key UNIQUE (ref, livemode);


--
-- Name: partner_key_channels partner_key_channels_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partner_key_channels
    ADD CONSTRAINT partner_key_channels_pkey PRIMARY KEY (key_id, channel_id);


--
-- Name: partner_keys partner_keys_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partner_keys
    ADD CONSTRAINT partner_keys_hash_key UNIQUE (hash);


--
-- Name: partner_keys partner_keys_id_partner_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partner_keys
    ADD CONSTRAINT partner_keys_id_partner_id_key UNIQUE (id, partner_id);


--
-- Name: partner_keys partner_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partner_keys
    ADD CONSTRAINT partner_keys_pkey PRIMARY KEY (id);


--
-- Name: partners partners_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (id);


--
-- Name: payments payments_external_ref; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_external_ref UNIQUE (merchant_ref, external_ref);


--
-- Name: payments payments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);


--
-- Name: payouts payouts_external_ref; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_external_ref UNIQUE (merchant_ref, external_ref);


--
-- Name: payouts payouts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_pkey PRIMARY KEY (id);


--
-- Name: register_entries register_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.register_entries
    ADD CONSTRAINT register_entries_pkey PRIMARY KEY (scheme, number);


--
-- Name: register_snapshots register_snapshots_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.register_snapshots
    ADD CONSTRAINT register_snapshots_pkey PRIMARY KEY (scheme, number, hash);


--
-- Name: schema_support schema_support_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_support
    ADD CONSTRAINT schema_support_pkey PRIMARY KEY (only_row);


--
-- Name: settlements settlements_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.settlements
    ADD CONSTRAINT settlements_pkey PRIMARY KEY (id);


--
-- Name: spent_links spent_links_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.spent_links
    ADD CONSTRAINT spent_links_pkey PRIMARY KEY (link_id);


--
-- Name: transactions transactions_entry_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_entry_id_key UNIQUE (entry_id);


--
-- Name: transactions transactions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_pkey PRIMARY KEY (id);


--
-- Name: verification_sessions verification_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verification_sessions
    ADD CONSTRAINT verification_sessions_pkey PRIMARY KEY (session_id);


--
-- Name: audit_entries_by_commit; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entries_by_commit ON public.audit_entries USING btree (xact, seq);


--
-- Name: audit_entries_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entries_of ON public.audit_entries USING btree (merchant_ref, seq);


--
-- Name: audit_entries_of_partner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_entries_of_partner ON public.audit_entries USING btree (merchant_ref, partner_id, seq) WHERE (actor = ANY (ARRAY['partner'::text, 'operator'::text]));


--
-- Name: code_requests_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX code_requests_of ON public.code_requests USING btree (onboarding_ref, invitation_id, medium, origin, requested_at);


--
-- Name: code_requests_old; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX code_requests_old ON public.code_requests USING btree (requested_at);


--
-- Name: delegations_active; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX delegations_active ON public.delegations USING btree (merchant_ref) WHERE (status = 'active'::text);


--
-- Name: documents_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX documents_of ON public.documents USING btree (onboarding_ref, id);


--
-- Name: events_by_commit; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_by_commit ON public.events USING btree (channel_id, livemode, xact, seq);


--
-- Name: events_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX events_by_time ON public.events USING btree (created_at);


--
-- Name: hosted_sessions_old; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX hosted_sessions_old ON public.hosted_sessions USING btree (last_seen_at);


--
-- Name: hosted_sessions_unproven; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX hosted_sessions_unproven ON public.hosted_sessions USING btree (onboarding_ref, link_id, network, created_at) WHERE (email_at IS NULL);


--
-- Name: idempotency_keys_forgotten; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_forgotten ON public.idempotency_keys USING btree (kept_until);


--
-- Name: invitations_expiring; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invitations_expiring ON public.invitations USING btree (expires_at) WHERE (status = 'pending'::text);


--
-- Name: invitations_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX invitations_of ON public.invitations USING btree (onboarding_ref, id);


--
-- Name: ledger_entries_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_entries_of ON public.ledger_entries USING btree (merchant_ref, currency, id);


--
-- Name: ledger_entries_of_payment; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ledger_entries_of_payment ON public.ledger_entries USING btree (payment_id) WHERE (kind = 'payment_paid'::text);


--
-- Name: ledger_entries_of_payout; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ledger_entries_of_payout ON public.ledger_entries USING btree (payout_id, kind) WHERE (payout_id IS NOT NULL);


--
-- Name: merchant_keys_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX merchant_keys_of ON public.merchant_keys USING btree (merchant_ref, id);


--
-- Name: messages_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX messages_due ON public.messages USING btree (due_at) WHERE (sent_at IS NULL);


--
-- Name: messages_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX messages_of ON public.messages USING btree (onboarding_ref, id);


--
-- Name: messages_old; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX messages_old ON public.messages USING btree (created_at);


--
-- Name: object_deletions_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX object_deletions_due ON public.object_deletions USING btree (delete_after);


--
-- Name: onboardings_by_channel; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX onboardings_by_channel ON public.onboardings USING btree (channel_id, livemode, ref);


--
-- Name: onboardings_by_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX onboardings_by_status ON public.onboardings USING btree (channel_id, livemode, status, ref);


--
-- Name: onboardings_by_update; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX onboardings_by_update ON public.onboardings USING btree (channel_id, livemode, updated_at, ref);


--
-- Name: onboardings_expiring; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX onboardings_expiring ON public.onboardings USING btree (expires_at) WHERE (expires_at IS NOT NULL);


--
-- Name: onboardings_stopped; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX onboardings_stopped ON public.onboardings USING btree (ref) WHERE (merchant_status = ANY (ARRAY['suspended'::text, 'closed'::text]));


--
-- Name: onboardings_to_shred; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX onboardings_to_shred ON public.onboardings USING btree (updated_at) WHERE ((status = ANY (ARRAY['cancelled'::text, 'expired'::text])) AND (shredded_at IS NULL));


--
-- Name: partner_keys_one; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX partner_keys_one ON public.partner_keys USING btree (partner_id, livemode) WHERE ((revoked_at IS NULL) AND (replaced_at IS NULL));


--
-- Name: payments_expiring; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_expiring ON public.payments USING btree (valid_until) WHERE (status = ANY (ARRAY['registered'::text, 'pending'::text]));


--
-- Name: payments_open_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payments_open_of ON public.payments USING btree (merchant_ref) WHERE (status = ANY (ARRAY['registered'::text, 'pending'::text]));


--
-- Name: payouts_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payouts_of ON public.payouts USING btree (merchant_ref, id);


--
-- Name: payouts_under_way; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payouts_under_way ON public.payouts USING btree (status, updated_at) WHERE (status = ANY (ARRAY['requested'::text, 'processing'::text]));


--
-- Name: register_snapshots_present; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX register_snapshots_present ON public.register_snapshots USING btree (scheme, number, fetched_at) WHERE (withdrawn_at IS NULL);


--
-- Name: settlements_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX settlements_of ON public.settlements USING btree (merchant_ref, paid_at DESC, id DESC);


--
-- Name: spent_links_old; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX spent_links_old ON public.spent_links USING btree (spent_at);


--
-- Name: transactions_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_of ON public.transactions USING btree (merchant_ref, occurred_at DESC, id DESC);


--
-- Name: transactions_of_payment; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_of_payment ON public.transactions USING btree (payment_id) WHERE (type = 'payment'::text);


--
-- Name: transactions_of_settlement; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_of_settlement ON public.transactions USING btree (settlement_id, occurred_at DESC, id DESC) WHERE (settlement_id IS NOT NULL);


--
-- Name: transactions_to_settle; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_to_settle ON public.transactions USING btree (available_on) WHERE (status = 'pending'::text);


--
-- Name: verification_sessions_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verification_sessions_due ON public.verification_sessions USING btree (reconcile_at) WHERE (reconcile_at IS NOT NULL);


--
-- Name: verification_sessions_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verification_sessions_of ON public.verification_sessions USING btree (onboarding_ref, created_at);


--
-- Name: verification_sessions_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verification_sessions_open ON public.verification_sessions USING btree (onboarding_ref) WHERE (reconcile_at IS NOT NULL);


--
-- Name: verification_sessions_stale; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verification_sessions_stale ON public.verification_sessions USING btree (reconciled_at) WHERE (reconcile_at IS NOT NULL);


--
-- Name: audit_chain append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: audit_entries append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: ledger_entries append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: ledger_lines append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: transactions append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.transactions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();


--
-- Name: ledger_entries ledger_entry_sum; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER ledger_entry_sum AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_ledger_entry();


--
-- Name: ledger_lines ledger_line_sum; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER ledger_line_sum AFTER INSERT ON public.ledger_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_ledger_entry();


--
-- Name: audit_chain audit_chain_seq_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_seq_fkey FOREIGN KEY (seq) REFERENCES public.audit_entries(seq);


--
-- Name: channels channels_partner_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);


--
-- Name: code_requests code_requests_onboarding_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.code_requests
    ADD CONSTRAINT code_requests_onboarding_ref_fkey FOREIGN KEY (onboarding_ref) REFERENCES public.onboardings(ref);


--
-- Name: delegations delegations_merchant_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delegations
    ADD CONSTRAINT delegations_merchant_ref_fkey FOREIGN KEY (merchant_ref) REFERENCES public.onboardings(ref);


--
-- Name: documents documents_onboarding_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_onboarding_ref_fkey FOREIGN KEY (onboarding_ref) REFERENCES public.onboardings(ref);


--
-- Name: events events_channel_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES public.channels(id);


--
-- Name: events events_merchant_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_merchant_ref_fkey FOREIGN KEY (merchant_ref) REFERENCES public.onboardings(ref);


--
-- Name: hosted_codes hosted_codes_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.hosted_codes
    ADD CONSTRAINT hosted_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.hosted_sessions(id) ON DELETE CASCADE;


--
-- Name: hosted_sessions hosted_sessions_onboarding_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.hosted_sessions
    ADD CONSTRAINT hosted_sessions_onboarding_ref_fkey FOREIGN KEY (onboarding_ref) REFERENCES public.onboardings(ref);


--
-- Name: invitations invitations_onboarding_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_onboarding_ref_fkey FOREIGN KEY (onboarding_ref) REFERENCES public.onboardings(ref);


--
-- Name: ledger_balances ledger_balances_merchant_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_balances
    ADD CONSTRAINT ledger_balances_merchant_ref_fkey FOREIGN KEY (merchant_ref) REFERENCES public.onboardings(ref);


--
-- Name: ledger_entries ledger_entries_merchant_ref_currency_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_merchant_ref_currency_fkey FOREIGN KEY (merchant_ref, currency) REFERENCES public.ledger_balances(merchant_ref, currency);


--
-- Name: ledger_entries ledger_entries_payment_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);


--
-- Name: ledger_entries ledger_entries_payout_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES public.payouts(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: ledger_entries ledger_entries_settlement_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES public.settlements(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: ledger_lines ledger_lines_entry_id_kind_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_lines
    ADD CONSTRAINT ledger_lines_entry_id_kind_fkey FOREIGN KEY (entry_id, kind) REFERENCES public.ledger_entries(id, kind);


--
-- Name: link_renewals link_renewals_onboarding_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.link_renewals
    ADD CONSTRAINT link_renewals_onboarding_ref_fkey FOREIGN KEY (onboarding_ref) REFERENCES public.onboardings(ref);


--
-- Name: merchant_keys merchant_keys_merchant; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.merchant_keys
    ADD CONSTRAINT merchant_keys_merchant FOREIGN KEY (merchant_ref, livemode) REFERENCES public.onboardings(ref, livemode);


--
-- Name: messages messages_onboarding_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_onboarding_ref_fkey FOREIGN KEY (onboarding_ref) REFERENCES public.onboardings(ref);


--
-- Name: onboardings onboardings_channel_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.onboardings
    ADD CONSTRAINT onboardings_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES public.channels(id);


--
-- Name: partner_key_channels partner_key_channels_key_id_partner_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partner_key_channels
    ADD CONSTRAINT partner_key_channels_key_id_partner_id_fkey FOREIGN KEY (key_id, partner_id) REFERENCES public.partner_keys(id, partner_id);


--
-- Name: partner_key_channels partner_key_channels_owned; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partner_key_channels
    ADD CONSTRAINT partner_key_channels_owned FOREIGN KEY (channel_id, partner_id) REFERENCES public.channels(id, partner_id);


--
-- Name: partner_keys partner_keys_partner_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.partner_keys
    ADD CONSTRAINT partner_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);


--
-- Name: payments payments_merchant_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_merchant_ref_fkey FOREIGN KEY (merchant_ref) REFERENCES public.onboardings(ref);


--
-- Name: payouts payouts_merchant_ref_currency_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_merchant_ref_currency_fkey FOREIGN KEY (merchant_ref, currency) REFERENCES public.ledger_balances(merchant_ref, currency);


--
-- Name: settlements settlements_merchant_ref_currency_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.settlements
    ADD CONSTRAINT settlements_merchant_ref_currency_fkey FOREIGN KEY (merchant_ref, currency) REFERENCES public.ledger_balances(merchant_ref, currency);


--
-- Name: transactions transactions_entry_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.ledger_entries(id);


--
-- Name: transactions transactions_merchant_ref_currency_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_merchant_ref_currency_fkey FOREIGN KEY (merchant_ref, currency) REFERENCES public.ledger_balances(merchant_ref, currency);


--
-- Name: transactions transactions_payment_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id);


--
-- Name: transactions transactions_payout_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES public.payouts(id);


--
-- Name: transactions transactions_settlement_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES public.settlements(id);


--
-- Name: verification_sessions verification_sessions_onboarding_ref_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verification_sessions
    ADD CONSTRAINT verification_sessions_onboarding_ref_fkey FOREIGN KEY (onboarding_ref) REFERENCES public.onboardings(ref);


--
-- PostgreSQL database dump complete
--
