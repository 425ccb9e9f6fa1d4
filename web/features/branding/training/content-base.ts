import { useLocation } from '@tanstack/react-router'

/** Base of training content pages: for administrators or for resellers. */
export function useContentBase() {
  const isAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') })
  const base = `/${isAdmin ? 'admin' : 'whitelabel'}/training-content` as const
  return { base, isAdmin }
}
