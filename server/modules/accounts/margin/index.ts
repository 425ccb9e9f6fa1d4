import { creditsSold } from '#server/modules/accounts/wallet/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { bookSale } from './book-sale.ts'
import { marginFile } from './margin-file.ts'
import { marginRoutes } from './margin-routes.ts'

export const marginModule = defineModule({
  routes: marginRoutes,
  downloaders: (ctx) => [marginFile.downloader(ctx)],
  on: [creditsSold.on(bookSale)],
})
