import { useSearch } from '@tanstack/react-router'

/** The address to return to after signing in, to be handed on by every link between these pages. */
export function useReturn(): { to?: string } {
  const { to } = useSearch({ strict: false }) as { to?: unknown }
  return typeof to === 'string' ? { to } : {}
}
