import { Outlet } from '@tanstack/react-router'
import { useBrand } from '../lib/branding.ts'
import classes from './auth-layout.module.css'
import { BrandMark } from './brand-mark.tsx'

/** Around the sign-in pages: the brand's ground, its mark and its own words below. */
export function AuthLayout() {
  const brand = useBrand()
  return (
    <div className={classes.root}>
      <main className={classes.column}>
        <div className={classes.mark}>
          <BrandMark size={28} />
        </div>
        <div className={classes.card}>
          <Outlet />
        </div>
        {brand.content && <p className={classes.content}>{brand.content}</p>}
        {(brand.terms || brand.support_email) && (
          <footer className={classes.foot}>
            {brand.terms && <a href="/terms">{brand.terms.title}</a>}
            {brand.support_email && <a href={`mailto:${brand.support_email}`}>{brand.support_email}</a>}
          </footer>
        )}
      </main>
    </div>
  )
}
