import { useCallback, useRef } from 'react'

/**
 * Keys for calls that must happen once: the same order carries the same key, so however often a button is pressed,
 * it counts once. `forget` after success, so that the same order may be given again on purpose.
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
