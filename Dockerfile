# Leadwright in one image, without the embedded PostgreSQL: docs/operating.md, "In containers".

# Installs packages and builds the web application. The packages include the Node that runs the program.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN node scripts/setup.js \
  # Removes what only builds and tests need.
  && PATH=/app/node_modules/.bin:$PATH npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && node scripts/slim-image.js

FROM debian:12-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin leadwright \
  && install -d -o leadwright -g leadwright -m 700 /data
# The program belongs to root, so it can't change itself.
COPY --from=build /app /app
WORKDIR /app
USER leadwright
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/data/compiled PATH=/app/node_modules/.bin:$PATH
VOLUME /data
EXPOSE 3000
# /readyz also fails while the database is away or background work hangs.
HEALTHCHECK --interval=15s --timeout=10s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || process.env.PORT) + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-old-space-size=1024", "--max-semi-space-size=16", "server/main.ts"]
