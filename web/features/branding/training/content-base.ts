import { useLocation } from '@tanstack/react-router'

/** Base of training content pages: for administrators or for resellers. */
export function useContentBase(): { base: string; isAdmin: boolean } {
  const isAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') })
  return { base: `/${isAdmin ? 'admin' : 'whitelabel'}/training-content`, isAdmin }
}
