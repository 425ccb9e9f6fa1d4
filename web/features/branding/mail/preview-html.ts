const LOCAL_PICTURE = /\ssrc="(?:data:image\/|\/(?!\/))/i
const ALT_TEXT = /\salt="([^"]*)"/i

/**
 * A mail's HTML for a frame under this page's policy: style blocks get the page's nonce, external images are
 * replaced by their alternative text, links have no target. It is cosmetic; safety comes from the frame's sandbox.
 */
export const previewHtml = (html: string, nonce: string): string =>
  html
    .replace(/<style\b/gi, `<style nonce="${nonce}"`)
    .replace(/(<a\b[^>]*?)\shref="[^"]*"/gi, '$1')
    .replace(/<img\b[^>]*>/gi, (tag) => (LOCAL_PICTURE.test(tag) ? tag : (ALT_TEXT.exec(tag)?.[1] ?? '')))
