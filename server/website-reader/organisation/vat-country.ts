/** Words before a number for value added tax. */
const VAT_WORD =
  /(?:ust|umsatzsteuer|vat|tva|iva|btw|moms|mva|mwst|dph|áfa|пдв|ддс|nip|uid|alv|pvn|km|pvm|ddv|pdv|φπα|vies|intracom)/i
const VAT_NUMBER =
  /(?<![\p{L}\p{N}])(?:(DE) ?\d{3} ?\d{3} ?\d{3}|(AT)U ?\d{4} ?\d{4}|(CH)E[- ]?\d{3}\.?\d{3}\.?\d{3}|(FR) ?[\dA-Z]{2} ?\d{3} ?\d{3} ?\d{3}|(IT) ?\d{11}|(ES) ?[A-Z]\d{7}[\dA-Z]|(NL) ?\d{9}B\d\d|(BE) ?[01]\d{3}\.?\d{3}\.?\d{3}|(LU) ?\d{8}|(GB) ?\d{3} ?\d{4} ?\d{2}|(IE) ?\d{7}[A-Z]{1,2}|(DK) ?\d{2} ?\d{2} ?\d{2} ?\d{2}|(SE) ?\d{10}01|(FI) ?\d{8}|(PL) ?\d{10}|(CZ) ?\d{8,10}|(SK) ?\d{10}|(HU) ?\d{8}|(SI) ?\d{8}|(HR) ?\d{11}|(RO) ?\d{6,10}|(BG) ?\d{9,10}|(PT) ?\d{9}|(EE) ?\d{9}|(LV) ?\d{11}|(LT) ?(?:\d{9}|\d{12})|(MT) ?\d{8}|(CY) ?\d{8}[A-Z]|(EL) ?\d{9})(?![\p{L}\p{N}])/u

/** No number has fewer. */
const SIX_DIGITS = /\d(?:[ .]?\d){5}/

/** The country of a number for value added tax in a line that speaks of one; null when there is none. */
export function readVatCountry(line: string): string | null {
  if (line.length > 400 || !SIX_DIGITS.test(line) || !VAT_WORD.test(line)) return null
  const code = VAT_NUMBER.exec(line)
    ?.slice(1)
    .find((group) => group !== undefined)
  return code === 'EL' ? 'GR' : (code ?? null)
}
