# A small image of the server: the browser client is built with Node, the package with pip, and
# only what runs is kept. docs/hosting.md says how to use it; compose.yaml adds PostgreSQL and HTTPS.

FROM node:22-slim AS client
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY web ./
RUN npm run --silent build

FROM python:3.13-slim AS package
WORKDIR /build
RUN python -m venv /opt/fogline
COPY requirements/serve.txt requirements/
RUN /opt/fogline/bin/pip install --no-cache-dir --require-hashes -r requirements/serve.txt
COPY pyproject.toml README.md LICENSE ./
COPY web/src/i18n web/src/i18n
COPY src src
COPY --from=client /build/src/fogline/server/static src/fogline/server/static
RUN /opt/fogline/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home fogline
COPY --from=package /opt/fogline /opt/fogline
ENV PATH=/opt/fogline/bin:$PATH \
    FOGLINE_HOST=0.0.0.0 \
    FOGLINE_PORT=8000 \
    FOGLINE_DATA_DIR=/data \
    FOGLINE_CACHE=/data/cache \
    FOGLINE_LOG_LEVEL=info
USER fogline
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['FOGLINE_PORT'] + '/healthz', timeout=5)"]
CMD ["fogline", "serve"]
