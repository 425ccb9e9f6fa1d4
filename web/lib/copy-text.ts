/** Copies through a `copy` event, for pages without https, which have no clipboard API. */
function copyByEvent(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', fill)
  }
}

/** Copies a text to the clipboard and returns whether it worked. Call it in a click handler. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Absent on pages without https.
    if (navigator.clipboard as Clipboard | undefined) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Denied: the other way may still work.
  }
  return copyByEvent(text)
}
