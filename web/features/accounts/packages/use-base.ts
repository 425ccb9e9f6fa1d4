import { useLocation, useParams } from '@tanstack/react-router'

/** Where the pages are: packages of a reseller, or plans of the installation, with the same editor. */
export function useBase() {
  const isAdmin = useLocation().pathname.startsWith('/admin/')
  return isAdmin
    ? { path: '/admin/plans', singular: 'plan', plural: 'plans', Plural: 'Plans' }
    : { path: '/whitelabel/packages', singular: 'package', plural: 'packages', Plural: 'Packages' }
}

/** The package that the address names. */
export const usePackageId = (): number => Number((useParams({ strict: false }) as { id: string }).id)
