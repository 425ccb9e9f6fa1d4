/** Legal forms at the end of company names, in the countries where they are used. */
const LEGAL_FORMS = String.raw`g?gmbh(?:\s?&\s?co\.?\s?(?:kg(?:aa)?|ohg))?|mbh|g?ug(?:\s\(haftungsbeschränkt\))?|ag(?:\s?&\s?co\.?\s?kg)?|kgaa|kg|ohg|gbr|partg(?:\s?mbb)?|e\.?\s?v\.?|e\.?\s?g\.?|e\.?\s?k\.?|e\.?\s?u\.?|vvag|aör|a\.?ö\.?r\.?|k\.?d\.?ö\.?r\.?|se|stiftung|verein|sàrl|sarl|s\.?a\.?r\.?l\.?|sas|sasu|eurl|sci|snc|s\.?a\.?s\.?|s\.?a\.?|s\.?l\.?u?\.?|s\.?r\.?l\.?s?|s\.?p\.?a\.?|s\.?n\.?c\.?|s\.?c\.?r\.?l\.?|asbl|vzw|b\.?v\.?b\.?a\.?|b\.?v\.?|n\.?v\.?|v\.?o\.?f\.?|c\.?v\.?|ltd\.?|limited|llc|l\.l\.c\.|llp|inc\.?|incorporated|corp\.?|corporation|co\.?,?\s?(?:ltd\.?|inc\.?)|plc|p\.?c\.|pllc|cic|cio|pty\.?(?:\sltd\.?)?|pte\.?(?:\sltd\.?)?|pvt\.?(?:\sltd\.?)?|private\slimited|sdn\.?\sbhd\.?|a\/s|aps|i\/s|asa|as|ans|ab|hb|oyj?|ky|ry|sp\.?\sz\s?o\.?\s?o\.?|sp\.?\s?j\.?|s\.?\s?r\.?\s?o\.?|a\.\s?s\.|z\.\s?s\.|kft\.?|zrt\.?|nyrt\.?|bt\.?|d\.?\s?o\.?\s?o\.?|d\.?\s?d\.?|oü|uab|sia|ooo|ооо|зао|оао|ип|тов|lda\.?|ltda\.?|s\.?a\.?\sde\sc\.?v\.?|eireli|a\.ş\.|ltd\.?\sşti\.?|foundation|association|society|trust|university|universität|cooperative|genossenschaft|k\.k\.|kk`
const FORM_AT_END = new RegExp(`^(.{0,120}?[\\p{L}\\p{N})&!.+"'’”«»]),?\\s+(?:${LEGAL_FORMS})$`, 'iu')
const ASIAN_FORM = /株式会社|有限会社|合同会社|一般社団法人|有限公司|股份|주식회사|\(주\)|㈜/

/** Whether a name carries a legal form, so that it is a company's: "Acme GmbH". */
export function hasLegalForm(name: string): boolean {
  return FORM_AT_END.test(name) || ASIAN_FORM.test(name)
}

/** The name without its legal form, for comparison. */
export function stripLegalForm(name: string): string {
  return (FORM_AT_END.exec(name)?.[1] ?? name).replace(ASIAN_FORM, '').trim()
}
