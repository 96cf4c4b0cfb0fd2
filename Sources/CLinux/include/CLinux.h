// What Glibc's Swift overlay leaves out of Linux: epoll, eventfd, signalfd, timerfd, peer credentials.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
