/** The baseline for requests: a Hono server that returns a constant. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/', (c) => c.text('hello'))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () =>
  process.send?.('ready'),
)
process.on('disconnect', () => process.exit(0))
