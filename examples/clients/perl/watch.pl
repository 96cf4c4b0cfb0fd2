#!/usr/bin/perl
# Talks to a running combined. Written from Protocol/README.md alone, with nothing but what comes with Perl.
#
#     watch.pl watch PATH...               prints every change, one line each; the daemon may come and go
#     watch.pl call METHOD [PARAMS]        prints the result of one request
use strict;
use warnings;
use IO::Socket::UNIX;
use JSON::PP;

$| = 1;
my $json   = JSON::PP->new->canonical->allow_nonref;           # characters
my $bytes  = JSON::PP->new->canonical->utf8;                   # octets, as they cross the wire
my $socket = $ENV{COMBINED_SOCKET} || ($ENV{XDG_RUNTIME_DIR} ? "$ENV{XDG_RUNTIME_DIR}/combined/sock"
  : ($ENV{TMPDIR} || "/tmp") . "/combined-$</sock");
binmode $_, ":utf8" for *STDOUT, *STDERR;
$SIG{PIPE} = "IGNORE";

sub line { print @_, "\n" }
sub fail { print STDERR "watch.pl: @_\n"; exit 1 }

sub send_message {
  my ($connection, %message) = @_;
  syswrite $connection, $bytes->encode({jsonrpc => "2.0", %message}) . "\n";
}

sub complain {
  my ($error) = @_;
  my $data = $error->{data} || {};
  fail("$data->{kind}: $error->{message}", $data->{hint} || ());
}

sub call {
  my ($method, $params) = @_;
  my $connection = IO::Socket::UNIX->new(Peer => $socket) or fail("no daemon at $socket: $!");
  send_message($connection, id => 1, method => $method, params => $bytes->decode($params || "{}"));
  while (defined(my $text = <$connection>)) {
    my $message = $bytes->decode($text);
    next if $message->{method} or ($message->{id} || "") ne "1";
    complain($message->{error}) if $message->{error};
    return line $json->encode($message->{result});
  }
  fail("the connection was lost before the reply");
}

# What an event says, one line each. New types come without a new version: they say nothing.
my %shown = (
  snapshot => sub { line "$_->{path} = ", $json->encode($_->{value}) for @{$_[0]{entries}} },
  change   => sub {
    line "$_->{path} ", exists $_->{value} ? "= " . $json->encode($_->{value}) : "removed" for @{$_[0]{changes}};
  },
  ready    => sub { line "# ready $_[0]{rev}" },
  gap      => sub { line "# gap $_[0]{reason} $_[0]{from} $_[0]{to}" },
  end      => sub { line "# end $_[0]{reason}" },
  failed   => sub { line "# failed $_[0]{error}{message}" },
  complete => sub { line "# complete" },
  print    => sub { line "# print $_[0]{text}" },
  shutdown => sub { line "# shutdown" },
);

my ($from, $attempt) = (undef, 0);    # where to resume; how often connecting has failed

# One connection. Returns when it is to be made again; exits when there is nothing more to hear.
sub converse {
  my ($connection, @paths) = @_;
  my ($epoch, $n, $pieces) = ("", 0, "");
  send_message($connection, id => 1, method => "session.hello", params => {
    protocols => ["1"], client => {name => "watch.pl", version => "1"}, features => ["parts"]});
  send_message($connection, id => 2, method => "sub.open", params => {
    sub => "main", paths => \@paths, $from ? (from => $from) : ()});
  while (defined(my $text = <$connection>)) {
    my $message = eval { $bytes->decode($text) } or return;
    my ($id, $method, $event) = ($message->{id} || "", $message->{method} || "", $message->{params} || {});
    if ($method eq "session.ping") {
      send_message($connection, id => $id, result => $event) if $id ne "";
    } elsif ($method eq "session.notice") {
      ($shown{$event->{type}} || sub { })->($event);
    } elsif ($method eq "sub.event" and $event->{sub} eq "main") {
      return if $event->{n} != ++$n;    # a hole must not be; a new connection asks again from where we were
      if ($event->{type} eq "part") {
        $pieces .= $event->{text};
        next if $event->{part} < $event->{parts};
        ($event, $pieces) = ($json->decode($pieces), "");
      }
      my $type = $event->{type};
      ($shown{$type} || sub { })->($event);
      # A snapshot may be one of several: only from `ready` on everything up to here was delivered.
      $from = {epoch => $epoch, rev => $event->{rev}} if $type =~ /^(ready|progress)$/ or $type eq "change" and $from;
      $from = $event->{resume} if $event->{resume};
      exit 0 if $type =~ /^(complete|failed)$/ or $type eq "end" and $event->{reason} !~ /^(slow|shutdown)$/;
      return if $type eq "end" and $event->{reason} eq "slow";
    } elsif (not $method and $message->{error} and $id =~ /^[12]$/) {
      return if ($message->{error}{data}{retry} || "never") ne "never";
      complain($message->{error});
    } elsif (not $method and $id eq "1") {
      ($epoch, $attempt) = ($message->{result}{epoch}, 0);
    }
  }
}

my ($verb, @rest) = @ARGV;
if (@rest and $verb eq "call") { call(@rest); exit 0 }
fail("watch PATH... or call METHOD [PARAMS]") unless @rest and $verb eq "watch";
while (1) {
  if (my $connection = IO::Socket::UNIX->new(Peer => $socket)) {
    converse($connection, @rest);
    close $connection;
    line "# lost";
  }
  # 50 ms, 100 ms, ... 5 s, and a random part of it, so that many clients do not come back at once.
  my $pause = 0.05 * 2 ** ($attempt > 7 ? 7 : $attempt++);
  select undef, undef, undef, rand($pause < 5 ? $pause : 5);
}
