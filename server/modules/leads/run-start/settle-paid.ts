import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunExecutor } from '#server/modules/activity/runs/index.ts'

/** Wraps the executor of a paid kind to release unused credits in the transaction that ends the run. */
export function settlePaid(executor: RunExecutor, wallet: Pick<Wallet, 'settle'>): RunExecutor {
  if (!RUN_DEFINITIONS[executor.kind].isPaid) return executor
  return {
    ...executor,
    async settle(run, state, write) {
      await executor.settle?.(run, state, write)
      await wallet.settle({ accountId: run.account_id, runId: run.id, userId: run.created_by })
    },
  }
}
