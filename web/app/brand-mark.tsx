import { PRODUCT_NAME } from '#contract/constants.ts'
import { useBrand } from '../lib/branding.ts'
import ownMark from '../ui/icon.svg'
import classes from './brand-mark.module.css'

/** The brand's logo, or its first letter on its colour with the name beside it; the product itself has its own mark. */
export function BrandMark({ size = 22, iconOnly = false }: { size?: number; iconOnly?: boolean }) {
  const { logo, name } = useBrand()
  if (logo) return <img className={classes.logo} src={logo} alt={name} style={{ height: size }} />
  return (
    <span className={classes.root}>
      {name === PRODUCT_NAME ? (
        <img className={classes.mark} src={ownMark} alt="" style={{ width: size, height: size }} />
      ) : (
        <span className={classes.letter} style={{ width: size, height: size }} aria-hidden>
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      {iconOnly ? (
        <span className={classes.hidden}>{name}</span>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
    </span>
  )
}
