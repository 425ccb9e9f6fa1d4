import { useComputedColorScheme } from '@mantine/core'
import { deriveShades } from '#contract/branding/brand-shades.ts'
import { contrast } from '#contract/branding/color.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { useBrand } from '../lib/branding.ts'
import classes from './brand-mark.module.css'

interface BrandMarkProps {
  /** What it is drawn on: a dark ground takes the logo for dark grounds. */
  ground: '--app-side' | '--app-login'
  size?: number
  iconOnly?: boolean
  /** Another brand than the page's own, and the colour scheme it is shown in: for previews. Its icon may be empty. */
  brand?: SiteSettings
  scheme?: 'light' | 'dark'
}

/** The brand's logo, or its icon with the name beside it. */
export function BrandMark({ ground, size = 22, iconOnly = false, ...shown }: BrandMarkProps) {
  const own = useBrand()
  const ownScheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const { brand = own, scheme = ownScheme } = shown
  const { icon, name } = brand
  const isDark = brand.logo_dark !== null && contrast('#ffffff', deriveShades(brand, scheme)[ground]) >= 4.5
  const logo = (isDark ? brand.logo_dark : brand.logo) ?? brand.logo
  if (logo && !iconOnly)
    return <img className={classes.logo} src={logo} alt={name} style={{ height: size }} />
  return (
    <span className={classes.root}>
      {icon ? (
        <img className={classes.mark} src={icon} alt="" style={{ width: size, height: size }} />
      ) : (
        <span className={classes.letter} style={{ width: size, height: size }} aria-hidden>
          {[...name][0]}
        </span>
      )}
      <bdi className={iconOnly ? 'visually-hidden' : `truncate ${classes.name}`}>{name}</bdi>
    </span>
  )
}
