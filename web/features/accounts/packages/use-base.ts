import { useLocation } from '@tanstack/react-router'

/** Packages of a reseller, or plans of the installation, with the same editor. */
export function useBase() {
  const isAdmin = useLocation().pathname.startsWith('/admin/')
  return isAdmin
    ? ({ path: '/admin/plans', singular: 'plan', plural: 'plans', Plural: 'Plans' } as const)
    : ({ path: '/whitelabel/packages', singular: 'package', plural: 'packages', Plural: 'Packages' } as const)
}
