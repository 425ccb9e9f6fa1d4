import { Outlet } from '@tanstack/react-router'
import { useBrand } from '../lib/branding.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { RichText } from '../ui/rich-text/rich-text.tsx'
import classes from './auth-layout.module.css'

/** Layout of the sign-in pages: the brand's background, logo and text beside the form. */
export function AuthLayout() {
  const brand = useBrand()
  return (
    <div className={`login-ground ${classes.root}`} data-with-content={brand.content !== null || undefined}>
      <main className={classes.column}>
        <div className={classes.mark}>
          <BrandMark ground="--app-login" size={28} />
        </div>
        <div className={classes.card}>
          <Outlet />
        </div>
        {(brand.terms || brand.support_email) && (
          <footer className={classes.foot}>
            {brand.terms && <a href="/terms">{brand.terms.title}</a>}
            {brand.support_email && <a href={`mailto:${brand.support_email}`}>{brand.support_email}</a>}
          </footer>
        )}
      </main>
      {brand.content && (
        <aside className={classes.content} aria-label={`About ${brand.name}`}>
          <RichText html={brand.content} />
        </aside>
      )}
    </div>
  )
}
