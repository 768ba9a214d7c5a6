class Pgnkit < Formula
  desc "{{summary}}"
  homepage "{{homepage}}"
  version "{{version}}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "{{downloads}}/pgn-{{version}}-aarch64-apple-darwin.tar.gz"
      sha256 "{{sha256 aarch64-apple-darwin}}"
    end
    on_intel do
      url "{{downloads}}/pgn-{{version}}-x86_64-apple-darwin.tar.gz"
      sha256 "{{sha256 x86_64-apple-darwin}}"
    end
  end

  on_linux do
    on_arm do
      url "{{downloads}}/pgn-{{version}}-aarch64-unknown-linux-musl.tar.gz"
      sha256 "{{sha256 aarch64-unknown-linux-musl}}"
    end
    on_intel do
      url "{{downloads}}/pgn-{{version}}-x86_64-unknown-linux-musl.tar.gz"
      sha256 "{{sha256 x86_64-unknown-linux-musl}}"
    end
  end

  def install
    bin.install "pgn"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/pgn.bash" => "pgn"
    zsh_completion.install "completions/_pgn"
    fish_completion.install "completions/pgn.fish"
    (lib/"pgnkit").install "pgnkit.duckdb_extension" if File.exist? "pgnkit.duckdb_extension"
  end

  test do
    (testpath/"game.pgn").write "1. f3 e5 2. g4 Qh4# 0-1\n"
    assert_match "f3", shell_output("#{bin}/pgn fmt game.pgn")
  end
end
