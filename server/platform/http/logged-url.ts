/** Addresses whose next part is a secret: whoever reads the log must not be able to use it. */
const BEFORE_SECRET =
  /(\/(?:downloads|api\/in|api\/unsubscribe|forms\/confirm|webhooks\/mail\/[^/?]+|api\/source-hooks\/[^/?]+)\/)[^/?]+/

/** An address as the log shows it. */
export const loggedUrl = (url: string): string => url.replace(BEFORE_SECRET, '$1…')
