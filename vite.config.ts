// The build, the development server and the three test projects.
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { recordedEpisode } from './src/adapters/node/recordedEpisode.ts'
import { shippedWorlds } from './src/adapters/node/shippedWorlds.ts'
import { chromiumFlags, findChromium } from './src/testing/chromium.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // Narrowed to the page and one chosen origin by the page's first script, which no header could know.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  'worker-src blob:',
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Puts the policy first in the head, so that it binds everything after it. Development needs inline styles and a socket, hence the build only. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' }],
    },
  }
}

/**
 * The schema checker makes a URL of its surroundings' address as soon as it is loaded, which throws in a worker made
 * from a blob. It only serves to resolve relative $ids, which no schema here has: its own fallback does as well.
 */
function schemaCheckerWithoutAddress(): Plugin {
  const test = "typeof self !== 'undefined'"
  return {
    name: 'schema-checker-without-address',
    transform: {
      filter: { id: /@cfworker\/json-schema\/dist\/esm\/dereference\.js/ },
      handler(code) {
        if (!code.includes(test)) throw new Error('the schema checker has changed: it no longer reads its address as expected')
        return code.replace(test, 'false')
      },
    },
  }
}

const underTest = process.env['VITEST'] !== undefined
const executablePath = underTest ? findChromium() : undefined

export default defineConfig({
  root: 'src',
  publicDir: '../public',
  base: './',
  cacheDir: '../node_modules/.vite',
  plugins: [
    svelte({
      configFile: false,
      dynamicCompileOptions: ({ filename }) => (filename.includes('node_modules') ? {} : { runes: true }),
    }),
    shippedWorlds(join(import.meta.dirname, 'tasks')),
    recordedEpisode(join(import.meta.dirname, 'tasks', 'shop'), 'refund-out-of-window', 'tempted'),
    contentSecurityPolicy(),
    schemaCheckerWithoutAddress(),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
  },
  worker: {
    // An inlined worker has no address to load a second chunk from.
    format: 'iife',
    plugins: () => [schemaCheckerWithoutAddress()],
  },
  // What only a worker imports is not seen by the first scan, and a late find reloads the page under a test.
  optimizeDeps: {
    include: [
      '@cfworker/json-schema',
      '@codemirror/autocomplete',
      '@codemirror/commands',
      '@codemirror/lang-sql',
      '@codemirror/language',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
      'axe-core',
      'canonicalize',
      'comlink',
      'd3-array',
      'd3-scale',
      'd3-shape',
      'exifreader',
      'fast-check',
      'idb',
      'pure-rand/generator/xoroshiro128plus',
      'sql.js',
      'typebox',
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          environment: 'node',
          // A slow machine is not a failure.
          testTimeout: 30_000,
          include: ['**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', 'e2e/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          testTimeout: 30_000,
          include: ['**/*.browser.test.ts'],
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: [...chromiumFlags], ...(executablePath ? { executablePath } : {}) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/serve.ts'],
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
