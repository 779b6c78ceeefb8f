// One text for one value: keys sorted (RFC 8785), so that equal content has an equal hash.
import canonicalize from 'canonicalize'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The canonical JSON of a value; `undefined` reads as null. */
export const canonicalJson = (value: unknown): string => canonicalize(value) ?? 'null'

/** SHA-256 of a value's canonical JSON, in hex. */
export const contentHash = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(canonicalJson(value))))
