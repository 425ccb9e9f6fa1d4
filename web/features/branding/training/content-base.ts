import { useLocation } from '@tanstack/react-router'

/** Where training content is edited: by administrators, else by resellers. */
export function useContentBase(): { base: string; isAdmin: boolean } {
  const isAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') })
  return { base: `/${isAdmin ? 'admin' : 'whitelabel'}/training-content`, isAdmin }
}
