import { PARTS } from './account-parts.ts'

/** The README of an archive. */
export const readMe = ({
  brand,
  account,
  at,
}: {
  brand: string
  account: string
  at: Date
}): string => `All data of ${account}

Made by ${brand} on ${at.toISOString()} (UTC).

lists/ID-NAME/leads.csv      the leads of a list as a table, with where each value came from
lists/ID-NAME/leads.ndjson   the same leads with everything that is stored of them, one JSON object a line
                             Lists of more than 5,000 leads go on in leads-2, leads-3 and so on.
${PARTS.map(({ file, about }) => `${`${file}.ndjson`.padEnd(28)} ${about}`).join('\n')}

Moments are ISO 8601. Ids are the same in all files: list_id and lead_id name a list and a lead, user_id and
created_by a member, run_id a run.

Not in here: passwords, keys and other secrets, lists and leads in the trash, leads that the suppression list hides.
`
