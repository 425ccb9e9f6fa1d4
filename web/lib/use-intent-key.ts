import { useCallback, useRef } from 'react'

/**
 * Keys for calls that must happen once: the same order carries the same key, so however often a button is pressed,
 * it counts once. `forget` after success, so that the same order may be given again on purpose.
 */
export function useIntentKey() {
  const intent = useRef({ order: '', key: '' })
  const keyFor = useCallback((order: unknown): string => {
    const text = JSON.stringify(order)
    if (intent.current.order !== text) intent.current = { order: text, key: crypto.randomUUID() }
    return intent.current.key
  }, [])
  const forget = useCallback(() => {
    intent.current = { order: '', key: '' }
  }, [])
  return { keyFor, forget }
}
