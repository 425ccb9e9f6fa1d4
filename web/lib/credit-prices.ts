import { type ChargeKind, CREDIT_COSTS } from '#contract/core/constants.ts'
import { createStore } from './store.ts'

type Prices = Partial<Record<ChargeKind, number>>

const store = createStore<Prices>({})

/** Remembers what the package of the account charges; called by whoever has loaded its limits. */
export const setCreditPrices = store.set

/** Credits for one result of a kind: as the package of the account says, else the standard. */
export const creditPrice = (kind: ChargeKind): number => store.get()[kind] ?? CREDIT_COSTS[kind]
