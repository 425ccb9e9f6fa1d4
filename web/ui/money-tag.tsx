import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { formatCredits } from '../lib/format.ts'
import classes from './money-tag.module.css'

/** What something costs, in credits; 0 says so in a word. `upTo` marks a maximum. */
export function MoneyTag({ credits, upTo }: { credits: number; upTo?: boolean }) {
  return (
    <span className={classes.root}>
      <IconCoins size={14} stroke={1.75} aria-hidden />
      {credits === 0 ? 'Free' : `${upTo ? 'up to ' : ''}${formatCredits(credits)}`}
    </span>
  )
}
