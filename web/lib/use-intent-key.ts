import { useCallback, useRef } from 'react'

/**
 * Idempotency keys: the same input gets the same key, so repeated clicks count once. Call `forget` after
 * success, so that the same input can be sent again on purpose.
 */
export function useIntentKey() {
  const intent = useRef({ intentOf: '', key: '' })
  const keyFor = useCallback((intentOf: unknown): string => {
    const text = JSON.stringify(intentOf)
    if (intent.current.intentOf !== text) intent.current = { intentOf: text, key: crypto.randomUUID() }
    return intent.current.key
  }, [])
  const forget = useCallback(() => {
    intent.current = { intentOf: '', key: '' }
  }, [])
  return { keyFor, forget }
}
