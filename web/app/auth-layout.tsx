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
      </main>
    </div>
  )
}
