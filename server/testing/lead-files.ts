import type { CallInput } from '#contract/core/endpoint.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  checkLeadFile,
  inspectLeadFile,
  leadImportResult,
  startLeadImport,
} from '#contract/prospecting/lead-imports.ts'
import type { TestUser } from './factories.ts'
import { ended, httpCall, upload } from './http-call.ts'
import type { TestApp } from './test-app.ts'

/** Exports with the column names of Apollo, Hunter and GoHighLevel, and fictional people and companies. */
export const APOLLO = `First Name,Last Name,Title,Company,Company Name for Emails,Email,Email Status,Primary Email Source,Email Confidence,Seniority,Departments,Work Direct Phone,Corporate Phone,Stage,# Employees,Industry,Keywords,Person Linkedin Url,Website,Company Linkedin Url,Facebook Url,Twitter Url,City,State,Country,Company City
Ann,Lee,Head of Growth,Acorn Labs,Acorn Labs,ann@acornlabs.example,Verified,Apollo,0.97,Head,Marketing,'+1 503-555-0123,+1 503-555-0100,Cold,120,software,"saas, growth",http://www.linkedin.com/in/ann-lee-x,https://acornlabs.example,http://www.linkedin.com/company/acorn-labs,,https://twitter.com/annlee,Portland,Oregon,United States,Portland
Bo,Öz,CTO,Birch GmbH,Birch,,Unavailable,,,C suite,Engineering,,,Cold,7,,,http://www.linkedin.com/in/bo-oz,https://birch.example,,,,Berlin,Berlin,Germany,Berlin
`
export const HUNTER = `Email address,Domain name,Organization,Confidence score,Type,Number of sources,Pattern,First name,Last name,Department,Position,Twitter handle,LinkedIn URL,Phone number
cem@cedar.example,cedar.example,Cedar,94,personal,3,{first},Cem,Ak,sales,Account executive,@cemak,https://www.linkedin.com/in/cem-ak,+44 20 7946 0018
info@cedar.example,cedar.example,Cedar,80,generic,1,,,,,,,,
`
export const GOHIGHLEVEL = `Contact Id,First Name,Last Name,Business Name,Company Name,Phone,Email,Created,Last Activity,Tags,Additional Emails,Website,Street Address,City,State,Postal Code,Country
x1,Dee,Dow,Dow Dental,Dow Dental,+15035550177,dee@dowdental.example,2026-01-02T03:04:05-08:00,,vip,,dowdental.example,1 Main Street,Portland,OR,97201,US
`

type Body = CallInput<typeof startLeadImport>['body']
export type ImportOptions = Partial<Omit<Body, 'upload_id' | 'to'>> & {
  type?: ListTypeId
  into?: number
  name?: string
}

/** Imports files through the API of a test server. */
export function leadFiles(t: TestApp, origin: () => string, user: () => TestUser) {
  const send = (bytes: Buffer | string, name = 'leads.csv') => upload(origin(), user(), bytes, name)
  const start = async (
    bytes: Buffer | string,
    { type = 'people', into, name, ...more }: ImportOptions = {},
  ) => {
    const upload_id = await send(bytes, name)
    const to = into === undefined ? { new_list: 'Imported', type } : { list_id: into }
    return t.call(startLeadImport, { body: { upload_id, to, ...more } }, user())
  }
  const result = async (runId: number) =>
    (await t.call(leadImportResult, { params: { run_id: runId } }, user())).body.data
  return {
    send,
    start,
    result,
    async inspect(bytes: Buffer | string, type: ListTypeId = 'people', name?: string) {
      const upload_id = await send(bytes, name)
      return t.call(inspectLeadFile, { body: { upload_id, type } }, user())
    },
    async check(bytes: Buffer | string, { type = 'people', name, ...more }: ImportOptions = {}) {
      const upload_id = await send(bytes, name)
      const { merge: _m, merge_fields: _f, dated: _d, into: _i, ...reading } = more
      return t.call(checkLeadFile, { body: { upload_id, type, ...reading } }, user())
    },
    /** Imports a file and waits for the end. */
    async imported(bytes: Buffer | string, options: ImportOptions = {}) {
      const answer = await start(bytes, options)
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.error))
      const { run, list } = answer.body.data
      const done = await ended(httpCall(origin), run.id, user())
      const { imported = 0, merged = 0, rejected = 0 } = done.counts
      return { ...(await result(run.id)), run: done, listId: list.id, counts: { imported, merged, rejected } }
    },
  }
}

/** Exports in the form of other programs, with fictional people and companies. */
export const LINKEDIN = `Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing, because of the setting https://www.linkedin.com/psettings/privacy/email."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Ida,Quill,https://www.linkedin.com/in/ida-quill-x,,Quillworks,Head of Print,03 May 2024
Tom,Vale,https://www.linkedin.com/in/tom-vale-x,tom@vale.example,Vale & Sons,Owner,11 Jun 2023
`
export const HUBSPOT = `Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Associated Company,Job Title,Country/Region,State/Region,City,Lead Status,Create Date
101,Ada,Birk,ada@birk.example,,+49 30 901820,Birk GmbH,CEO,Germany,,Berlin,,2024-05-01 10:00
102,Ben,Colt,ben@colt.example,,,Colt Inc,CTO,United States,Oregon,Portland,,2024-05-02 10:00
`
export const GOOGLE_CONTACTS = `First Name,Middle Name,Last Name,Organization Name,Organization Title,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Country,Website 1 - Value
Eva,,Dorn,Dorn Optik,Inhaberin,* Work,eva@dorn.example,,Work,+49 40 428380,Hafenweg 1,Hamburg,Germany,https://dorn.example
`
export const OUTLOOK = `First Name,Middle Name,Last Name,Company,Job Title,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Business Phone,Mobile Phone,E-mail Address,Web Page
Finn,,Esk,Esk Ltd,Buyer,1 Dock Road,Leeds,,LS1 4AP,United Kingdom,0113 496 0000,,finn@esk.example,https://esk.example
`
