-- Engagement rates are fractions, as everywhere else in the field: until now only sample leads had any, as percent.
update lead
set fields = jsonb_set(fields, '{engagement_rate}', to_jsonb((fields->>'engagement_rate')::numeric / 100))
where source = 'sample' and jsonb_typeof(fields->'engagement_rate') = 'number';
