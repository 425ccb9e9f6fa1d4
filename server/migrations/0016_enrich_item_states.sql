-- What came of each lead of an enrichment, so that a run whose websites could not be read does not look done.
alter table enrich_item
  add column state text not null default 'queued'
    check (state in ('queued', 'running', 'found', 'potential', 'not_found', 'unreadable', 'not_tried')),
  -- The problem of the website, or why the lead was not tried.
  add column reason text;

-- Leads of runs that have ended: what their websites say about them.
update enrich_item i set
  state = case v.state when 'failed' then 'unreadable' when 'done' then
    case when exists (select from lead l where l.account_id = i.account_id and l.id = i.lead_id and l.email is not null)
      then 'found' else 'not_found' end
    else 'not_tried' end,
  reason = v.problem
from run r, website_visit v
where r.account_id = i.account_id and r.id = i.run_id and r.state in ('succeeded', 'cancelled', 'failed')
  and v.account_id = i.account_id and v.run_id = i.run_id and v.domain = i.domain;
