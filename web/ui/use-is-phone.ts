import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is narrow: tables are cards, and what stands beside a button elsewhere is in its menu. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
