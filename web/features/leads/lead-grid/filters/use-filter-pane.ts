import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

/** Filters are beside the grid, remembered by the browser, or in a drawer on narrow screens. */
export function useFilterPane() {
  const small = useMediaQuery('(max-width: 1199px)', false, { getInitialValueInEffect: false })
  const [wide, setWide] = useLocalStorage({
    key: 'list_filters',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [drawer, setDrawer] = useState(false)
  return {
    beside: !small && wide,
    drawer: small && drawer,
    open: small ? drawer : wide,
    toggle: () => (small ? setDrawer(true) : setWide(!wide)),
    closeDrawer: () => setDrawer(false),
  }
}
