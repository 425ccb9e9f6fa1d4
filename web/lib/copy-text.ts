/** Copies by an event of the page itself: the way that is left where a page without https has no clipboard. */
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

/** Puts a text on the clipboard; answers whether it worked. Call it from a click. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Absent on pages that were not loaded by https.
    if (navigator.clipboard as Clipboard | undefined) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the other way may still work.
  }
  return copyByEvent(text)
}
