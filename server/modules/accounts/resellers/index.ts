import { defineModule } from '#server/platform/module.ts'
import { resellerRoutes } from './reseller-routes.ts'

export const resellersModule = defineModule({ routes: resellerRoutes })
