/** Saves a text as a file in the browser. Nothing leaves the page. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads it after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
