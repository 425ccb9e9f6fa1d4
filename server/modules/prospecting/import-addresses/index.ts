import { defineModule } from '#server/platform/module.ts'
import { importAddressRoutes } from './import-addresses-routes.ts'
import { removeExpired } from './take-delivery.ts'

export const importAddressesModule = defineModule({
  routes: importAddressRoutes,
  housekeeping: (ctx) => ({ 'import deliveries': () => removeExpired(ctx) }),
})
