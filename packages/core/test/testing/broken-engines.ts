import { setImmediate as nextTurn } from "node:timers/promises";
import { LogIoError, SessionGoneError } from "../../src/errors.ts";
import type { LogHandle } from "../../src/log/log-handle.ts";
import type { LogRef, LogStorage, ReadableLog } from "../../src/store/storage.ts";
import type { Trash } from "../../src/store/trash.ts";

/** What is other than it should be, given a sound storage. */
type Broken = (sound: LogStorage) => Partial<LogStorage>;

const NOTE = { id: "", dialect: "native", name: null, title: null, cwd: null, deletedAt: "", bytes: 0 };
const ignore = () => undefined;

/** An object with some of its methods changed. */
export function over<T extends object>(sound: T, change: Partial<T>): T {
  return new Proxy(sound, {
    get(_, key) {
      if (key in change) return change[key as keyof T];
      const value = sound[key as keyof T];
      return typeof value === "function" ? (value as () => unknown).bind(sound) : value;
    },
  });
}

function handles(
  change: (handle: LogHandle, storage: LogStorage, log: LogRef) => Partial<LogHandle>,
): Broken {
  return (sound) => ({
    openToAppend: (log) => {
      const handle = sound.openToAppend(log);
      return over(handle, change(handle, sound, log));
    },
  });
}

function readers(change: (reader: ReadableLog, log: LogRef) => Partial<ReadableLog>): Broken {
  return (sound) => ({
    openToRead: (log) => {
      const reader = sound.openToRead(log);
      return over(reader, change(reader, log));
    },
  });
}

function trash(change: (trash: Trash, storage: LogStorage) => Partial<Trash>): Broken {
  return (sound) => ({ trash: over(sound.trash, change(sound.trash, sound)) });
}

function bytesOf(storage: LogStorage, log: LogRef): Buffer {
  const reader = storage.openToRead(log);
  const bytes = Buffer.alloc(reader.size());
  reader.read(bytes, 0);
  return bytes;
}

function removeLog(storage: LogStorage, log: LogRef): void {
  storage.trash.remove(storage.trash.put(log, NOTE).item);
}

function rewrite(storage: LogStorage, log: LogRef, bytes: Buffer): void {
  removeLog(storage, log);
  storage.create("", log.fallbackId, [bytes]);
}

/** Each handle knows only what it appended itself. */
const STALE = handles((handle) => {
  let size = handle.size();
  const append = (lines: Buffer): undefined => {
    handle.append(lines);
    size = handle.size();
  };
  return { size: () => size, append };
});

const DEAF: Broken = () => ({ watch: () => ignore });
const NEVER_GONE = handles(() => ({ follow: () => 0 }));

/** An engine that breaks each promise, by its name. */
export const BROKEN: Readonly<Record<string, Broken>> = {
  "a new log has the bytes it was given, its id and its name": (sound) => ({
    create: (cwd, id, chunks) => sound.create(cwd, id, [...chunks].slice(0, -1)),
  }),
  "a new log has the bytes of each chunk as it was when it was given": (sound) => ({
    create: (cwd, id, chunks) => sound.create(cwd, id, [...chunks]),
  }),
  "a log that is being made is not there yet": (sound) => ({
    create: (cwd, id, chunks) => {
      const log = sound.create(cwd, id, []);
      const handle = sound.openToAppend(log);
      for (const chunk of chunks) handle.append(Buffer.from(chunk));
      return log;
    },
  }),
  "a log whose making breaks off is not there, and can be made": (sound) => ({
    create: (cwd, id, chunks) => {
      const made: Uint8Array[] = [];
      try {
        for (const chunk of chunks) made.push(chunk);
      } catch (error) {
        sound.create(cwd, id, made);
        throw error;
      }
      return sound.create(cwd, id, made);
    },
  }),
  "a taken id is refused, and its log stays": (sound) => ({
    create: (cwd, id, chunks) => {
      for (const log of sound.logs()) if (log.fallbackId === id) removeLog(sound, log);
      return sound.create(cwd, id, chunks);
    },
  }),
  "all logs are listed, for whoever opens the storage": (sound) => ({
    logs: () => sound.logs().slice(0, 1),
  }),
  "a storage knows its own names": () => ({ holds: () => true }),
  "a log is read from any place, and ends where it ends": readers((reader) => ({
    read: (target) => reader.read(target, 0),
  })),
  "a log that is not there is not found": (sound) => ({
    openToRead: (log) => {
      if (!sound.logs().some(({ file }) => file === log.file)) throw new Error("no such row");
      return sound.openToRead(log);
    },
  }),

  "what is appended stands at the end when append returns, and all else as it was": handles((handle) => ({
    append: (lines) => {
      setImmediate(() => handle.append(lines));
      return undefined;
    },
  })),
  "a line of a megabyte is there whole": handles((handle) => ({
    append: (lines) => handle.append(lines.subarray(0, 1 << 16)),
  })),
  "what is appended behind a torn line begins a line": handles((_, sound, log) => ({
    append: (lines) => {
      rewrite(sound, log, Buffer.concat([bytesOf(sound, log), lines]));
      return undefined;
    },
  })),
  "seal ends a torn line, cuts nothing, and tells whether there was one": handles(() => ({
    seal: () => false,
  })),
  "several handles on a log see what each of them appends": STALE,
  "an open reader sees what is appended": readers((reader) => {
    const size = reader.size();
    return { size: () => size };
  }),
  "any number may wait for a sync at once": handles(() => {
    let isBusy = false;
    return {
      sync: async () => {
        if (isBusy) throw new Error("busy");
        isBusy = true;
        await nextTurn();
        isBusy = false;
      },
    };
  }),
  "a log in its place is the one that was opened": handles(() => ({ follow: () => undefined })),
  "a log that was deleted is gone for who has it open": NEVER_GONE,
  "another session under the name of a log is not taken for it": handles((handle, sound, log) => ({
    follow: () => (sound.logs().some(({ file }) => file === log.file) ? undefined : handle.follow()),
  })),
  "a log that was restored can be gone on with": (sound) => {
    const gone = new Set<string>();
    const put: Trash["put"] = (log, note) => {
      gone.add(log.file);
      return sound.trash.put(log, note);
    };
    const follow = handles((handle, _, { file }) => ({
      follow: () => {
        if (gone.has(file)) throw new SessionGoneError(file);
        return handle.follow();
      },
    }));
    return { trash: over(sound.trash, { put }), ...follow(sound) };
  },

  "a storage tells of logs that are made and that grow": DEAF,
  "a handle tells that its log has grown": handles(() => ({ watch: () => ignore })),
  "who is told of an append finds whole lines": (sound) => {
    const watchers = new Set<(log: LogRef) => void>();
    const inHalves = handles((handle, _, log) => ({
      append: (lines) => {
        handle.append(lines.subarray(0, lines.length >> 1));
        for (const changed of watchers) changed(log);
        return handle.append(lines.subarray(lines.length >> 1));
      },
    }));
    const watch: LogStorage["watch"] = (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    };
    return { watch, ...inHalves(sound) };
  },
  "who ended its watching is told nothing more": (sound) => ({
    watch: (changed) => {
      sound.watch(changed);
      return ignore;
    },
  }),

  "a blob is there before its log is": (sound) => ({
    putBlobs: (file, blobs) => {
      if (sound.logs().some((log) => log.file === file)) sound.putBlobs(file, blobs);
    },
  }),
  "a blob whose bytes are lost is left out, and none is read where there is none": (sound) => ({
    putBlobs: (file, blobs) =>
      sound.putBlobs(
        file,
        blobs.map((blob) => ({ ...blob, content: () => blob.content() ?? Buffer.alloc(0) })),
      ),
  }),
  "a blob is put again over one that is damaged": (sound) => {
    const there = new Set<string>();
    const putBlobs: LogStorage["putBlobs"] = (file, blobs) => {
      const fresh = blobs.filter(({ sha256 }) => !there.has(sha256));
      for (const { sha256 } of fresh) there.add(sha256);
      sound.putBlobs(file, fresh);
    };
    return { putBlobs };
  },
  "a blob that two logs share outlives each of them": (sound) => {
    const origins = new Map<string, string>();
    const putBlobs: LogStorage["putBlobs"] = (file, blobs) => {
      const own = blobs.filter(({ origin }) => origin === undefined);
      sound.putBlobs(file, own);
      for (const { origin } of blobs) if (origin !== undefined) origins.set(file, origin);
    };
    const borrowed = readers((_, { file }) => ({
      blob: (ref) => {
        const origin = sound.logs().find((log) => log.file === (origins.get(file) ?? file));
        return origin === undefined ? undefined : sound.openToRead(origin).blob?.(ref);
      },
    }));
    return { putBlobs, ...borrowed(sound) };
  },
  "blobs go with their log to the trash and back": (sound) => {
    const restored = new Set<string>();
    const restore: Trash["restore"] = (item) => {
      const log = sound.trash.restore(item);
      restored.add(log.file);
      return log;
    };
    const bare = readers((reader, { file }) => ({
      blob: (ref) => (restored.has(file) ? undefined : reader.blob?.(ref)),
    }));
    return { trash: over(sound.trash, { restore }), ...bare(sound) };
  },

  "a deleted log is in the trash, with what is told of it, and nowhere else": trash((sound, storage) => ({
    put: (log, note) => {
      const bytes = bytesOf(storage, log);
      const told = sound.put(log, note);
      storage.create("", log.fallbackId, [bytes]);
      return told;
    },
  })),
  "the trash lists what was deleted last first": trash((sound) => ({
    list: () => sound.list().reverse(),
  })),
  "a restored log is in its place, byte for byte, and not in the trash": trash((sound, storage) => ({
    restore: (item) => {
      const log = sound.restore(item);
      rewrite(storage, log, bytesOf(storage, log).subarray(0, -1));
      return log;
    },
  })),
  "where another log has the place, nothing is restored, and both stay": trash((sound, storage) => ({
    restore: (item) => {
      const told = sound.list().find((one) => one.item === item);
      for (const log of storage.logs()) if (log.file === told?.from) removeLog(storage, log);
      return sound.restore(item);
    },
  })),
  "what is removed from the trash is gone, and all else stays": trash((sound) => ({
    remove: () => {
      for (const { item } of sound.list()) sound.remove(item);
    },
  })),
  "what is not there is neither deleted nor restored nor removed": trash((sound) => ({
    remove: (item) => {
      if (sound.list().some((one) => one.item === item)) sound.remove(item);
    },
  })),
  "sweeping takes no log away": trash((sound) => ({
    sweep: () => {
      for (const { item } of sound.list()) sound.remove(item);
    },
  })),

  "a session is the same for who opens it next": handles((handle) => ({
    append: (lines) => {
      if (!lines.includes('"type":"label"')) handle.append(lines);
    },
  })),
  "a session that got no entry is not there": (sound) => ({
    locate: (cwd, id) => {
      const file = sound.locate(cwd, id);
      if (!sound.logs().some((log) => log.file === file)) sound.create(cwd, id, []);
      return file;
    },
  }),
  "a batch is there whole": handles((handle) => ({
    append: (lines) => handle.append(lines.subarray(0, lines.indexOf("\n") + 1)),
  })),
  "an append that is tried again is done once": (sound) => ({
    create: (cwd, id, chunks) => {
      const [header, ...lines] = chunks;
      return sound.create(cwd, id, [header!, ...lines, ...lines]);
    },
  }),
  "two who append to a session make branches, and neither loses an entry": (sound) => {
    let opened = 0;
    const onlyTheFirst = handles(() => (opened++ === 0 ? {} : { append: ignore }));
    return onlyTheFirst(sound);
  },
  "an append that expects another leaf writes nothing": STALE,
  "a fork has the branch and its large content, and its source stays as it was": () => ({ putBlobs: ignore }),
  "a file is imported once, and what it gets later is added": () => ({ holds: () => true }),
  "a torn line costs nothing else": (sound) => ({
    create: (cwd, id, chunks) => {
      const bytes = Buffer.concat([...chunks]);
      return sound.create(cwd, id, [bytes.subarray(0, bytes.lastIndexOf("\n") + 1)]);
    },
  }),
  "a deleted session takes no append, and goes on where it is restored": NEVER_GONE,
  "a store tells of each entry that is appended, once and in order": DEAF,
};

/** What an engine does while its medium fails, given a sound storage that does not know of it. */
type BrokenWhileFull = (sound: LogStorage, isFull: () => boolean) => Partial<LogStorage>;

/** A storage whose medium can be full. */
export function fillable(sound: LogStorage, isFull: () => boolean): LogStorage {
  const guard =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      if (isFull()) throw new LogIoError("DISK_FULL", "memory", new Error("full"));
      return work(...args);
    };
  return over(sound, {
    create: guard((...args) => sound.create(...args)),
    putBlobs: guard((...args) => sound.putBlobs(...args)),
    ...handles((handle) => ({ append: guard((lines) => handle.append(lines)) }))(sound),
    ...trash((of) => ({
      put: guard((...args) => of.put(...args)),
      restore: guard((item) => of.restore(item)),
      remove: guard((item) => of.remove(item)),
    }))(sound),
  });
}

function full(): never {
  throw new LogIoError("DISK_FULL", "memory", new Error("full"));
}

/** An engine that breaks each promise of failures, by its name. */
export const BROKEN_WHILE_FULL: Readonly<Record<string, BrokenWhileFull>> = {
  "a refused append leaves what was there, and is written once when it is tried again": (sound, isFull) =>
    handles((handle) => ({
      append: (lines) => {
        handle.append(lines);
        if (isFull()) full();
      },
    }))(sound),
  "a refused log is not there, and can be made": (sound, isFull) => ({
    create: (cwd, id, chunks) => {
      const log = sound.create(cwd, id, chunks);
      return isFull() ? full() : log;
    },
  }),
  "refused blobs are told, and can be put": (sound, isFull) => ({
    putBlobs: (file, blobs) => (isFull() ? undefined : sound.putBlobs(file, blobs)),
  }),
  "what the trash refuses to take is in its place": (sound, isFull) =>
    trash((of) => ({
      put: (log, note) => {
        const told = of.put(log, note);
        return isFull() ? full() : told;
      },
    }))(sound),
  "what the trash refuses to give back or to remove is in the trash": (sound, isFull) =>
    trash((of) => ({
      restore: (item) => (isFull() ? full() : of.restore(item)),
      remove: (item) => {
        of.remove(item);
        if (isFull()) full();
      },
    }))(sound),
  "a session goes on after a refused append, and the same entry is there once": (sound, isFull) =>
    handles((handle) => ({
      append: (lines) => {
        if (isFull()) throw new Error("full");
        handle.append(lines);
      },
    }))(sound),
};
