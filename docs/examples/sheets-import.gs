/**
 * Hands the rows of a Google Sheet in at an import address, each once. In the sheet: Extensions, Apps Script, paste
 * this, put the address below, and run `sendRows` once to allow it. To send new rows by itself: Triggers, Add trigger,
 * `sendRows`, time-driven.
 *
 * The first row has the names of the columns. The column "Lead" is added and says what became of each row; empty it to
 * send a row again.
 */
const ADDRESS = 'https://YOUR.DOMAIN/api/in/YOUR_KEY'
const RESULT = 'Lead'
const AT_ONCE = 500

function sendRows() {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().getActiveSheet()
  const [header, ...rows] = sheet.getDataRange().getDisplayValues()
  if (!header.includes(RESULT)) {
    sheet.getRange(1, header.length + 1).setValue(RESULT)
    header.push(RESULT)
  }
  const result = header.indexOf(RESULT)
  const open = rows
    .map((cells, n) => ({ line: n + 2, cells }))
    .filter(({ cells }) => !cells[result] && cells.some((cell, at) => at !== result && cell !== ''))
  for (let from = 0; from < open.length; from += AT_ONCE) sendPart(sheet, header, open.slice(from, from + AT_ONCE))
}

function sendPart(sheet, header, part) {
  const result = header.indexOf(RESULT)
  const body = JSON.stringify(
    part.map(({ cells }) =>
      Object.fromEntries(header.flatMap((name, at) => (at === result || name === '' ? [] : [[name, cells[at]]]))),
    ),
  )
  const answer = UrlFetchApp.fetch(ADDRESS, {
    method: 'post',
    contentType: 'application/json',
    // The same rows are taken once, also when this script was stopped before it could note the result.
    headers: { 'Idempotency-Key': digest(body) },
    payload: body,
    muteHttpExceptions: true,
  })
  const reply = JSON.parse(answer.getContentText())
  if (answer.getResponseCode() !== 200) throw new Error(reply.message)
  reply.data.results.forEach(({ result: became, reason }, n) => {
    sheet.getRange(part[n].line, result + 1).setValue(reason ? `${became}: ${reason}` : became)
  })
  if (reply.data.unknown_columns.length > 0)
    console.log(`Columns that fill no field yet: ${reply.data.unknown_columns.join(', ')}`)
}

function digest(text) {
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8)
  return Utilities.base64EncodeWebSafe(bytes)
}
