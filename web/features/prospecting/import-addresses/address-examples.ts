/** Shown in place of an address that is not shown any more. */
export const HIDDEN_ADDRESS = 'https://YOUR.DOMAIN/api/in/YOUR_KEY'

/** How programs hand in leads at an address, by program. */
export const makeExamples = (address: string): { name: string; text: string }[] => [
  {
    name: 'curl',
    text: `curl ${address} \\
  -H 'content-type: application/json' \\
  -d '{"Name": "Anna Quill", "Email": "anna@quill.example"}'`,
  },
  {
    name: 'Google Sheets',
    text: `// Extensions, Apps Script: hands in all rows of the sheet
function sendRows() {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().getActiveSheet()
  const [header, ...rows] = sheet.getDataRange().getDisplayValues()
  const leads = rows.map((cells) =>
    Object.fromEntries(header.map((name, at) => [name, cells[at]])))
  UrlFetchApp.fetch('${address}', {
    method: 'post',
    contentType: 'application/json',
    payload: JSON.stringify(leads.slice(0, 1000)),
  })
}`,
  },
  {
    name: 'n8n',
    text: `Node: HTTP Request
Method: POST
URL: ${address}
Send Body: on, JSON, Using JSON
JSON: {{ $json }}`,
  },
  {
    name: 'Make',
    text: `Module: HTTP, Make a request
URL: ${address}
Method: POST
Body type: Raw, content type: JSON
Request content: {"Name": "…", "Email": "…"}`,
  },
]
