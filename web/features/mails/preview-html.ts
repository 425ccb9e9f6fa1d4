/** What a preview never needs: programs, other files, forms and frames. */
const UNWANTED = 'script, link, base, meta[http-equiv], iframe, object, embed, form'

/**
 * A mail's HTML for a sandboxed frame under this page's policy: its style blocks get the page's nonce, pictures from
 * elsewhere become their words, links lead nowhere.
 */
export function previewHtml(html: string, nonce: string): string {
  const doc = new DOMParser().parseFromString(html, 'text/html')
  for (const element of doc.querySelectorAll(UNWANTED)) element.remove()
  for (const style of doc.querySelectorAll('style')) style.setAttribute('nonce', nonce)
  for (const link of doc.querySelectorAll('a[href]')) link.removeAttribute('href')
  for (const image of doc.querySelectorAll('img')) {
    if (!/^(data:image\/|\/)/.test(image.getAttribute('src') ?? '')) image.replaceWith(image.alt)
  }
  return `<!doctype html>${doc.documentElement.outerHTML}`
}
