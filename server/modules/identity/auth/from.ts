/** The origin of a call. `origin` is the calling page's, if the browser sends it. */
export interface From {
  ip: string
  host: string
  userAgent: string
  origin: string | null
}
