/** Icons are imported from single files: the package's index would load thousands. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, SVGProps } from 'react'

  const Icon: ForwardRefExoticComponent<
    Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number | string; stroke?: number | string }
  >
  export default Icon
}
