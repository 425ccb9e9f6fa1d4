const KEY = 'sign_on'

/** A sign-on that this browser has begun: only it can finish it. `to`: where to go afterwards. */
interface SignOnRequest {
  request: string
  to?: string
}

export function keepRequest(request: SignOnRequest): void {
  sessionStorage.setItem(KEY, JSON.stringify(request))
}

/** Takes the request out, so that it is sent once; null in a browser that has begun none. */
export function takeRequest(): SignOnRequest | null {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  try {
    const { request, to } = JSON.parse(kept ?? '{}') as Partial<SignOnRequest>
    return typeof request === 'string' ? { request, ...(typeof to === 'string' && { to }) } : null
  } catch {
    return null
  }
}
