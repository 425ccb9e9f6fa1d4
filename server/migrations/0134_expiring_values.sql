-- Values of some sources may be kept for a while only; leads that hold such values are found by the time at which the first one expires.
create index lead_expiring on lead ((provenance ->> 'expires_at')) where provenance ? 'expires_at';
