# The page and the API of a live model, for who runs containers:
#
#   docker build -t biterms .
#   docker run --rm -p 127.0.0.1:8765:8765 -v "$PWD/news.live:/live" -e BITERMS_TOKEN="$TOKEN" biterms
#
# In a container "this machine alone" is the container, so it listens at all of its addresses; `biterms serve` then
# refuses to start without a token of 16 letters or more. The folder must belong to user 10001, or be readable with --read-only.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[serve]"

FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels "biterms[serve]" \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin biterms
USER 10001
EXPOSE 8765
VOLUME /live
ENTRYPOINT ["biterms", "serve", "--host", "0.0.0.0", "--port", "8765", "--wait"]
CMD ["/live"]
